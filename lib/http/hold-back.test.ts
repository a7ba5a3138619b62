import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newHoldBack, waitMs } from "./hold-back";

// Another test of this process may have filled the one of the process.
const holdBack = newHoldBack();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns how long one refusal is delayed. */
async function delayMs(name: string): Promise<number> {
  const startedAt = performance.now();
  const delay = holdBack(name).then(() => performance.now() - startedAt);
  await vi.advanceTimersByTimeAsync(2000);
  return delay;
}

/** Refuses a subject every 100 ms for this long. */
async function refuseFor(name: string, ms: number): Promise<void> {
  for (let n = 0; n < ms / 100; n++) {
    void holdBack(name);
    await vi.advanceTimersByTimeAsync(100);
  }
}

test("the first refusal is sent at once, and the first after a pause", async () => {
  expect(await delayMs("first")).toBe(0);
  expect(await delayMs("first")).toBe(0);
});

test("a refusal that follows others is delayed", async () => {
  await refuseFor("often", 400);
  expect(await delayMs("often")).toBeGreaterThan(0);
});

test.each([
  [100, 50],
  [400, 200],
  [5000, 500],
])("%d ms after the first one, a refusal waits for %d ms, more or less by half", (since, ms) => {
  expect(waitMs(since, 0.5)).toBe(ms);
  expect(waitMs(since, 0)).toBe(ms / 2);
  expect(waitMs(since, 0.999)).toBeCloseTo(ms * 1.499);
});

test("one subject delays no other", async () => {
  await refuseFor("loud", 2000);
  expect(await delayMs("quiet")).toBe(0);
});

test("a bounded number of refusals is delayed, and the rest sent at once", async () => {
  await refuseFor("many", 100);
  let sent = 0;
  for (let n = 0; n < 300; n++) {
    void holdBack("many").then(() => {
      sent += 1;
    });
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toBe(300 - 256);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toBe(300);
});

test("a bounded number of refusals is delayed of all subjects together", async () => {
  const holdBack = newHoldBack();
  const names = Array.from({ length: 10 }, (_, n) => `crowd ${n}`);
  for (const name of names) await holdBack(name);
  let sent = 0;
  for (const name of names) {
    for (let n = 0; n < 250; n++) {
      void holdBack(name).then(() => {
        sent += 1;
      });
    }
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toBe(2500 - 2000);
});
