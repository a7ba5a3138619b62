import { expect, test } from "vitest";
import { estimate } from "./estimate";
import { outlook } from "./outlook";

const running = {
  status: "running",
  collected: true,
  total: 20,
  done: 5,
  ratePerSecond: 5,
} as const;

test("gives the time left while deliveries are sent", () => {
  expect(outlook(running)).toBe("About 3\u00a0s left, without retries.");
  expect(outlook({ ...running, collected: false })).toBe("Finding deliveries…");
});

test("no time is left where more were done than were counted", () => {
  expect(outlook({ ...running, done: 40 })).toBe("About 0\u00a0s left, without retries.");
});

test("says how it was stopped", () => {
  const [cancelled, failed] = [{ status: "cancelled" }, { status: "failed" }] as const;
  const finishedAt = "2026-01-31T12:00:00Z";
  expect(outlook({ ...running, ...cancelled })).toBe("Waiting for requests in progress.");
  expect(outlook({ ...running, ...cancelled, finishedAt })).toBe(
    "Stopped. The rest was not resent.",
  );
  expect(outlook({ ...running, ...failed, finishedAt })).toBe(
    "Queued deliveries are sent; the rest is not.",
  );
});

test.each([
  [1, 1, "1\u00a0s"],
  [59, 1, "59\u00a0s"],
  [101, 1000, "1\u00a0s"],
  [60, 1, "1\u00a0min"],
  [7140, 1, "119\u00a0min"],
  [7200, 1, "2\u00a0h"],
])("%i deliveries at %i a second take about %s", (total, rate, span) => {
  expect(estimate(total, rate)).toBe(`About ${span}`);
});

test("gives no time for deliveries that nothing can send, but what holds them", () => {
  const held = { paused: 12, circuitOpen: 2, retrying: 1 };
  expect(outlook({ ...running, held })).toBe(
    "12 wait until the webhook is resumed\u00a0· 2 wait until the circuit closes\u00a0· 1 waits for the next retry.",
  );
  expect(outlook({ ...running, held: { paused: 0, circuitOpen: 5, retrying: 0 } })).toBe(
    "About 2\u00a0s left for 10\u00a0· 5 wait until the circuit closes.",
  );
});

test("says why nothing was queued", () => {
  const ended = { ...running, status: "completed", finishedAt: "2026-01-31T12:00:00Z" } as const;
  expect(outlook(ended)).toBe("Completed.");
  expect(outlook({ ...ended, total: 0, done: 0 })).toBe(
    "Nothing was resent: when the replay started, no delivery matched any more.",
  );
});
