import { afterEach, expect, test, vi } from "vitest";
import { leasedDelivery } from "@/tests/leased-delivery";
import { WebhookSlots } from "./webhook-slots";

const slotsOf = (given: { ratePerSecond?: number; maxConcurrency?: number } = {}) =>
  new WebhookSlots(leasedDelivery({ callbackUrl: "https://hooks.example/", ...given }));

/** Holds a row for an attempt of each duration. */
function attempt(slots: WebhookSlots, ...durations: (number | null)[]): void {
  for (const tookMs of durations) {
    slots.hold(0);
    slots.release(0, tookMs);
  }
}

afterEach(() => void vi.useRealTimers());

test("a webhook whose circuit is about to open takes no more rows, though it is fast", () => {
  const slots = slotsOf();
  attempt(slots, 20);
  expect(slots.remaining).toBeGreaterThan(0);

  slots.isSuspended = true;

  expect(slots.remaining).toBe(0);
});

test("a webhook is fast by the moving average of its response times", () => {
  const slots = slotsOf();
  attempt(slots, 20, 500);
  expect(slots.isFast).toBe(true);
  attempt(slots, 500, 500);
  expect(slots.isFast).toBe(false);
});

test("a process leases at most 256 rows of a fast webhook", () => {
  const slots = slotsOf({ maxConcurrency: 64 });
  attempt(slots, 1);
  expect(slots.remaining).toBe(256);
});

test("a process leases as many rows of a fast webhook as its rate allows in a quarter of a second, and at least one", () => {
  const remaining = (ratePerSecond: number) => {
    const slots = slotsOf({ maxConcurrency: 64, ratePerSecond });
    attempt(slots, 1);
    return slots.remaining;
  };
  expect([40, 1].map(remaining)).toEqual([10, 1]);
});

test("a fast webhook wants more of the rows in lane 1 once half of those that it can take are left", () => {
  const slots = slotsOf({ maxConcurrency: 10 });
  attempt(slots, 125);
  expect(slots.wantsMore).toBe(false);
  slots.hasMoreQueued = true;
  for (let n = 0; n < 10; n++) slots.hold(1);
  expect(slots.wantsMore).toBe(true);
  slots.hold(1);
  expect(slots.wantsMore).toBe(false);
});

test("a result ends a row of claims over capacity, and a row given back does not", () => {
  const slots = slotsOf();
  slots.rejectedClaims = 3;
  attempt(slots, null);
  expect(slots.rejectedClaims).toBe(3);
  attempt(slots, 20);
  expect(slots.rejectedClaims).toBe(0);
});

test("a test or resend spends nothing of the rate", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(60_000);
  const slots = slotsOf({ ratePerSecond: 1 });
  slots.start(false);
  expect(slots.rateWaitMs).toBe(0);
  slots.start(true);
  expect(slots.rateWaitMs).toBe(1000);
});
