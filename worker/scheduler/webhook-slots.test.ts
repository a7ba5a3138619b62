import { afterEach, expect, test, vi } from "vitest";
import { leasedDelivery } from "@/tests/leased-delivery";
import { WebhookSlots } from "./webhook-slots";

const slotsOf = (given: { ratePerSecond?: number } = {}) =>
  new WebhookSlots(leasedDelivery({ callbackUrl: "https://hooks.example/", ...given }));

afterEach(() => void vi.useRealTimers());

test("a webhook whose circuit is about to open takes no more rows, though it is fast", () => {
  const slots = slotsOf();
  slots.hold(0);
  slots.release(0, 20);
  expect(slots.remaining).toBeGreaterThan(0);

  slots.isSuspended = true;

  expect(slots.remaining).toBe(0);
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
