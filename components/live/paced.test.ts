import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced, restsInProportion } from "./paced";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pace = { gatherMs: 60, restMs: 1000 };

/** Work that counts its runs, each of which takes 200 ms. */
function slowWork() {
  const count = { begun: 0, atOnce: 0, mostAtOnce: 0 };
  const work = async () => {
    count.begun++;
    count.mostAtOnce = Math.max(count.mostAtOnce, ++count.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 200));
    count.atOnce--;
    throw new Error("which does not end the pace");
  };
  return { count, work };
}

test("runs once for the calls of a moment, and again after a rest if it was asked meanwhile", async () => {
  const { count, work } = slowWork();
  const { ask } = paced(work, pace);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(59);
  expect(count.begun).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(count.begun).toBe(1);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(1199);
  expect(count.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count.begun).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toEqual({ begun: 2, atOnce: 0, mostAtOnce: 1 });
  ask();
  await vi.advanceTimersByTimeAsync(60);
  expect(count.begun).toBe(3);
});

test("does not run after it was stopped, before or during a run", async () => {
  const { count, work } = slowWork();
  const before = paced(work, pace);
  before.ask();
  before.stop();
  const during = paced(work, pace);
  during.ask();
  await vi.advanceTimersByTimeAsync(100);
  during.ask();
  during.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count.begun).toBe(1);
});

test.each([
  [2, 1000],
  [10, 2000],
  [100, 10_000],
])("with %i times as long as a run, rests %i ms after one of 200 ms", async (times, restMs) => {
  const { count, work } = slowWork();
  const { ask } = paced(work, { gatherMs: 60, restMs: restsInProportion(times) });
  ask();
  await vi.advanceTimersByTimeAsync(60 + 200);
  ask();
  await vi.advanceTimersByTimeAsync(restMs - 1);
  expect(count.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count.begun).toBe(2);
});
