import { expect, test } from "vitest";
import type { Replay } from "@/lib/replays/queries";
import { endInWords, progressInWords } from "./progress-words";

const running = {
  status: "running",
  collected: true,
  total: 132,
  done: 60,
  delivered: 50,
  failed: 3,
  skipped: 7,
  deliveredMeanwhile: 5,
  cancelled: 0,
  ratePerSecond: 20,
} as Replay;
const finishedAt = "2026-12-01T00:00:00.000Z";

test("a running replay says how much is done, what failed and how long the rest takes", () => {
  expect(progressInWords(running)).toBe(
    "60 of 132 done, 3 failed. About 4\u00a0s left, without retries.",
  );
  expect(progressInWords({ ...running, failed: 0 })).toMatch(/^60 of 132 done\. /);
});

test("one that has ended names its outcomes, with what was delivered meanwhile", () => {
  const completed = {
    ...running,
    status: "completed",
    finishedAt,
    done: 132,
    delivered: 122,
  } as const;
  const outcomes =
    "127 delivered, 3 failed, 2 skipped (attempt in progress, or in another replay).";
  expect(progressInWords(completed)).toBe(outcomes);
  expect(endInWords("Retry of 132 deliveries", completed)).toBe(
    `Retry of 132 deliveries: finished. ${outcomes}`,
  );
  const none = { total: 0, done: 0 };
  expect(progressInWords({ ...completed, ...none })).toMatch(/no delivery matched any more/);
});

test("one that was stopped says what was not resent; one that failed says what was", () => {
  const ended = { ...running, finishedAt, done: 132, cancelled: 72 };
  const rest = { skipped: 5, failed: 0 };
  expect(progressInWords({ ...ended, ...rest, status: "cancelled" })).toBe(
    "55 delivered, 72 not resent.",
  );
  expect(progressInWords({ ...ended, ...rest, status: "failed" })).toBe(
    "60 of 132 done. Queued deliveries are sent; the rest is not.",
  );
});
