import { expect, test } from "vitest";
import { pollIntervalMs } from "./poll-interval";

const now = Date.parse("2026-11-30T12:00:00Z");
const retrying = (nextAttemptAt: string) =>
  ({ status: "pending", error: "HTTP 503", nextAttemptAt }) as const;

test("alerts are read again soon while one is being sent, else when the next attempt is due", () => {
  const soon = retrying("2026-11-30T12:00:09Z");
  const late = retrying("2026-11-30T14:00:00Z");
  const due = retrying("2026-11-30T11:59:59Z");
  expect(pollIntervalMs([{ status: "pending" }, late], now)).toBe(1500);
  expect(pollIntervalMs([late, soon, { status: "failed", error: "HTTP 503" }], now)).toBe(9000);
  expect(pollIntervalMs([due], now)).toBe(1500);
  expect(pollIntervalMs([late], now)).toBe(30_000);
  expect(pollIntervalMs([{ status: "delivered" }], now)).toBe(30_000);
});
