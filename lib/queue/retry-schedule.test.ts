import { describe, expect, test } from "vitest";
import { nextDelayMs, scheduledAttempts } from "./retry-schedule";

const punctual = () => 0;
const latest = () => 1;

describe("nextDelayMs", () => {
  test("follows the schedule of the contract: ten attempts in 75 hours and 35 minutes", () => {
    const waits = Array.from({ length: 9 }, (_, index) => nextDelayMs(index + 1, punctual)!);

    expect(waits.map((ms) => ms / 1000)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    const total = waits.reduce((sum, ms) => sum + ms, 0);
    expect(Math.floor(total / 60_000)).toBe(75 * 60 + 35);
  });

  test("is never early and at most a fifth late", () => {
    expect(nextDelayMs(2, punctual)).toBe(300_000);
    expect(nextDelayMs(2, latest)).toBe(360_000);
  });

  test("gives up when the schedule is used up", () => {
    expect(nextDelayMs(scheduledAttempts - 1, punctual)).not.toBeNull();
    expect(nextDelayMs(scheduledAttempts, punctual)).toBeNull();
  });
});
