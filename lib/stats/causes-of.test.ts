import { expect, test } from "vitest";
import { causesOf } from "./causes-of";

const attempt = { bucket: 0, event: "VIDEO_GENERATION_SUCCESS" as const };
const http = { ...attempt, cause: "http_5xx" as const };
const row = { slot: 0, event: attempt.event };

test("lists attempts by cause, most first, with the deliveries that they left", () => {
  const attempted = [
    { ...attempt, cause: "timeout" as const, statusCode: null, result: "retrying" as const, n: 2 },
    { ...http, statusCode: 500, result: "failed" as const, n: 2 },
    { ...http, statusCode: 504, result: "retrying" as const, n: 1 },
    { ...http, statusCode: 503, result: "retrying" as const, n: 4 },
    { ...http, statusCode: 503, result: "failed" as const, n: 1 },
    { ...http, statusCode: 502, result: "retrying" as const, n: 3 },
  ];
  const pending = [
    { ...row, cause: "timeout" as const, n: 5, retrying: 3 },
    {
      ...row,
      event: "AVATAR_TRAINING_FAILED" as const,
      cause: "timeout" as const,
      n: 1,
      retrying: 1,
    },
    { ...row, cause: "dns" as const, n: 1, retrying: 1 },
    { ...row, cause: "tls" as const, n: 1, retrying: 0 },
    { ...row, cause: null, n: 9, retrying: 1 },
  ];
  const statusCodes = [
    { statusCode: 503, count: 5 },
    { statusCode: 502, count: 3 },
    { statusCode: 500, count: 2 },
  ];
  expect(causesOf(attempted, pending)).toEqual([
    { cause: "http_5xx", count: 11, statusCodes, failed: 3, waiting: 0 },
    { cause: "timeout", count: 2, statusCodes: [], failed: 0, waiting: 4 },
    // Its attempts were before the range.
    { cause: "dns", count: 0, statusCodes: [], failed: 0, waiting: 1 },
  ]);
});

test("says nothing about what waits if it was not counted", () => {
  const attempted = [{ ...http, statusCode: 503, result: "failed" as const, n: 1 }];
  const statusCodes = [{ statusCode: 503, count: 1 }];
  expect(causesOf(attempted, undefined)).toEqual([
    { cause: "http_5xx", count: 1, statusCodes, failed: 1, waiting: null },
  ]);
});
