import { expect, test } from "vitest";
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

test("gives no time for deliveries that nothing can send, but what holds them", () => {
  const held = { paused: 12, circuitOpen: 2, retrying: 1 };
  expect(outlook({ ...running, held })).toBe(
    "12 wait until the webhook is resumed · 2 wait until the circuit closes · 1 waits for the next retry.",
  );
  expect(outlook({ ...running, held: { paused: 0, circuitOpen: 5, retrying: 0 } })).toBe(
    "About 2\u00a0s left for 10 · 5 wait until the circuit closes.",
  );
});

test("says why nothing was queued", () => {
  const ended = { ...running, status: "completed", finishedAt: "2026-01-31T12:00:00Z" } as const;
  expect(outlook(ended)).toBe("Completed.");
  expect(outlook({ ...ended, total: 0, done: 0 })).toBe(
    "Nothing was resent: when the replay started, no delivery matched any more.",
  );
});
