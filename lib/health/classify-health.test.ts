import { describe, expect, test } from "vitest";
import { classifyHealth, type Measured } from "./classify-health";

const noon = new Date("2026-01-01T12:00:00Z");
const quiet: Measured = {
  webhookId: "w",
  pausedAt: null,
  pauseReason: null,
  delivered: 0,
  failed: 0,
  retrying: 0,
  backlog: 0,
  p95: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  slowSince: null,
  restsUntil: null,
  failingSince: null,
  failing: false,
  incident: false,
  late: 0,
  oldestDueAt: null,
  dueSeconds: 0,
  lateBy: null,
  maxConcurrency: 8,
  ratePerSecond: null,
  cause: null,
  statusCode: null,
};

describe("classifyHealth", () => {
  test.each([
    ["no_traffic", {}],
    ["healthy", { delivered: 9 }],
    ["late", { delivered: 9, lateBy: "rate" as const, oldestDueAt: noon }],
    ["degraded", { delivered: 9, retrying: 1, failingSince: noon, statusCode: 503 }],
    ["failing", { delivered: 9, retrying: 1, failingSince: noon, failing: true, statusCode: 503 }],
    ["failing", { failingSince: noon, failing: true }],
    ["paused", { delivered: 9, pausedAt: noon, pauseReason: "person" as const }],
    ["auto_paused", { pausedAt: noon, pauseReason: "gone" as const }],
    ["auto_paused", { pausedAt: noon, pauseReason: "failing" as const }],
  ])("calls it %s", (state, facts) => {
    expect(classifyHealth({ ...quiet, ...facts }).state).toBe(state);
  });

  test("says how many and why, in words", () => {
    const facts = { ...quiet, delivered: 7, failed: 1, retrying: 2, failingSince: noon };
    expect(classifyHealth({ ...facts, cause: "http_5xx" as const, statusCode: 503 })).toMatchObject(
      {
        since: noon,
        reason: "HTTP 503: 3 of 10 deliveries of the last 24 hours failed or wait for a retry.",
      },
    );
    expect(classifyHealth({ ...quiet, retrying: 1 })).toMatchObject({
      reason: "No response: 1 of 1 delivery of the last 24 hours failed or waits for a retry.",
    });
    const waiting = classifyHealth({ ...facts, backlog: 2 });
    expect(waiting).toHaveProperty("reason", expect.stringMatching(/wait for a retry\.$/));
    const slow = { ...facts, cause: "timeout" as const, statusCode: 503, backlog: 1202 };
    expect(classifyHealth(slow)).toMatchObject({
      reason:
        "Timeout: 3 of 10 deliveries of the last 24 hours failed or wait for a retry; 1,200 more wait.",
    });
    const late = {
      late: 1202,
      oldestDueAt: noon,
      dueSeconds: 7205,
      lateBy: "concurrency" as const,
    };
    expect(classifyHealth({ ...slow, ...late })).toMatchObject({
      since: noon,
      lateSince: noon,
      reason: expect.stringMatching(
        /; 1,200 more wait\. 1,202 deliveries are late, the oldest by 2\sh: the limit of 8 concurrent requests is used up\.$/,
      ),
    });
    expect(classifyHealth({ ...quiet, ...late, failing: true, failingSince: noon })).toMatchObject({
      reason: expect.stringMatching(
        /^The latest attempts failed; .+ ended\. 1,202 deliveries are late/,
      ),
    });
    expect(classifyHealth({ ...slow, pausedAt: noon, pauseReason: "person" })).toMatchObject({
      reason: "Paused manually. 1,202 deliveries and new ones wait until the webhook is resumed.",
    });
  });
});
