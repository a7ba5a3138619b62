import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after";

const noon = new Date("2026-01-01T12:00:00Z");

test.each([
  ["120", 120_000],
  [" 7 ", 7000],
  ["Thu, 01 Jan 2026 12:01:30 GMT", 90_000],
  ["Thursday, 01-Jan-26 12:01:30 GMT", 90_000],
  ["Thu Jan  1 12:01:30 2026", 90_000],
  ["86400", 86_400_000],
  ["999999999999999999999", 86_400_000],
  ["Fri, 01 Jan 2027 00:00:00 GMT", 86_400_000],
])("%s asks for a delay", (value, ms) => {
  expect(retryAfterMs(value, noon)).toBe(ms);
});

test.each([
  undefined,
  "",
  "0",
  "-5",
  "1.5",
  "soon",
  "Jan 1 2027",
  "Thu Jan 99 12:01:30 2026",
  "Thu, 01 Jan 2026 11:00:00 GMT",
])("%s asks for none", (value) => {
  expect(retryAfterMs(value, noon)).toBeNull();
});
