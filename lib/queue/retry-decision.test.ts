import { describe, expect, test } from "vitest";
import { decideRetry } from "./retry-decision";

const punctual = () => 0;
const failure = { cause: "http_5xx", retryAfterMs: null } as const;
const scheduled = { step: 1, trigger: "event" } as const;

describe("decideRetry", () => {
  test("an attempt without a cause has delivered", () => {
    expect(decideRetry({ cause: null, retryAfterMs: null }, scheduled)).toEqual({
      kind: "delivered",
    });
  });

  test("a failure is tried again by the schedule, a replay's too", () => {
    expect(decideRetry(failure, scheduled, punctual)).toEqual({ kind: "retry", delayMs: 5000 });
    expect(decideRetry(failure, { step: 2, trigger: "replay" }, punctual)).toEqual({
      kind: "retry",
      delayMs: 300_000,
    });
  });

  test("to the built-in inbox it is tried again soon, without jitter", () => {
    const callbackUrl = `http://inbox.postback.internal/${"abcdefgh2345".repeat(2)}`;
    const decisions = Array.from({ length: 10 }, (_, n) =>
      decideRetry(failure, { step: n + 1, trigger: "event", callbackUrl }, () => 1),
    );

    expect(decisions).toEqual([
      ...[2, 4, 8, 15, 30, 60, 60, 60, 60].map((s) => ({ kind: "retry", delayMs: s * 1000 })),
      { kind: "failed" },
    ]);
  });

  test("the last failure of the schedule is final", () => {
    expect(decideRetry(failure, { step: 10, trigger: "event" })).toEqual({ kind: "failed" });
  });

  test("Retry-After delays, and never hastens", () => {
    const asking = (retryAfterMs: number) => ({ cause: "http_429", retryAfterMs }) as const;

    expect(decideRetry(asking(60_000), scheduled, punctual)).toEqual({
      kind: "retry",
      delayMs: 60_000,
    });
    expect(decideRetry(asking(1000), scheduled, punctual)).toEqual({
      kind: "retry",
      delayMs: 5000,
    });
    expect(decideRetry(asking(60_000), { step: 10, trigger: "event" })).toEqual({ kind: "failed" });
  });

  test("a test or a resend is one attempt", () => {
    expect(decideRetry(failure, { step: 0, trigger: "test" })).toEqual({
      kind: "returned",
      delayMs: 0,
    });
    expect(
      decideRetry({ cause: "http_429", retryAfterMs: 7000 }, { step: 3, trigger: "resend" }),
    ).toEqual({ kind: "returned", delayMs: 7000 });
  });

  test("410 ends it at once, whatever triggered it", () => {
    const gone = { cause: "gone", retryAfterMs: null } as const;

    expect(decideRetry(gone, scheduled)).toEqual({ kind: "gone" });
    expect(decideRetry(gone, { step: 0, trigger: "test" })).toEqual({ kind: "gone" });
  });
});
