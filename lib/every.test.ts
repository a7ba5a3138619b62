import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { every } from "./every";
import { log } from "./log";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns a task and the number of its runs. A run goes on until `endLast` is called. */
function manualRuns() {
  const ends: (() => void)[] = [];
  const task = () => new Promise<void>((resolve) => ends.push(resolve));
  return { task, count: () => ends.length, endLast: () => ends.at(-1)?.() };
}

/** Returns a task, and the times of its runs in ms since now. */
function timedRuns(result: (run: number) => unknown = () => undefined) {
  const from = Date.now();
  const startedAt: number[] = [];
  const task = async () => {
    startedAt.push(Date.now() - from);
    return result(startedAt.length) as undefined;
  };
  return { task, startedAt };
}

test("runs now, and again after each pause", async () => {
  const stopping = new AbortController();
  const { task, startedAt } = timedRuns();
  const running = every(1000, task, stopping.signal);
  expect(startedAt).toEqual([0]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(startedAt).toEqual([0, 1000, 2000, 3000]);
  stopping.abort();
  await running;
});

test("waits before the first run if asked to", async () => {
  const stopping = new AbortController();
  const { task, startedAt } = timedRuns();
  const running = every(1000, task, stopping.signal, { firstAfterMs: 300 });
  await vi.advanceTimersByTimeAsync(1300);
  expect(startedAt).toEqual([300, 1300]);
  stopping.abort();
  await running;
});

test("a pause ends when it is woken, and a run under way does not", async () => {
  const stopping = new AbortController();
  const { task, count, endLast } = manualRuns();
  let wake = () => {};
  const listen = (given: () => void) => {
    wake = given;
  };
  const running = every(5000, task, stopping.signal, { listen });
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(count()).toBe(1);
  endLast();
  await vi.advanceTimersByTimeAsync(0);
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(count()).toBe(2);
  endLast();
  await vi.advanceTimersByTimeAsync(5000);
  expect(count()).toBe(3);
  stopping.abort();
  endLast();
  await running;
});

test("a run that takes longer than the interval is not overlapped", async () => {
  const stopping = new AbortController();
  const { task, count, endLast } = manualRuns();
  const running = every(1000, task, stopping.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(1);
  endLast();
  await vi.advanceTimersByTimeAsync(999);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(2);
  stopping.abort();
  endLast();
  await running;
});

test.each([
  ["a rejection", () => Promise.reject(new Error("no database"))],
  [
    "an exception",
    () => {
      throw new Error("no database");
    },
  ],
])("%s is logged with the name of the task, and the next run takes place", async (_, fail) => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const stopping = new AbortController();
  let runs = 0;
  const foldFigures = () => (++runs === 1 ? fail() : Promise.resolve());
  const running = every(1000, foldFigures, stopping.signal);
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(2);
  expect(warn.mock.calls).toEqual([
    [{ err: new Error("no database"), task: "foldFigures" }, "periodic task failed"],
  ]);
  stopping.abort();
  await running;
});

test("a task may choose the pause before its next run", async () => {
  const stopping = new AbortController();
  const { task, startedAt } = timedRuns((run) => (run === 1 ? { nextAfterMs: 60_000 } : undefined));
  const running = every(1000, task, stopping.signal);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(startedAt).toEqual([0, 60_000, 61_000]);
  stopping.abort();
  await running;
});

test.each([[[]], [{}], [true], [0]])("the result %j of a task changes no pause", async (result) => {
  const stopping = new AbortController();
  const { task, startedAt } = timedRuns(() => result);
  const running = every(1000, task, stopping.signal);
  await vi.advanceTimersByTimeAsync(1000);
  expect(startedAt).toEqual([0, 1000]);
  stopping.abort();
  await running;
});

test("the end of the signal ends a pause at once", async () => {
  const stopping = new AbortController();
  const { task, startedAt } = timedRuns();
  const running = every(1000, task, stopping.signal);
  await vi.advanceTimersByTimeAsync(500);
  stopping.abort();
  await running;
  expect(vi.getTimerCount()).toBe(0);
  expect(startedAt).toEqual([0]);
});

test("the end of the signal waits for the run under way, and no other follows", async () => {
  const stopping = new AbortController();
  const { task, count, endLast } = manualRuns();
  let hasEnded = false;
  const running = every(1000, task, stopping.signal).then(() => {
    hasEnded = true;
  });
  stopping.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hasEnded).toBe(false);
  endLast();
  await running;
  expect(count()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a signal that has already ended starts no run", async () => {
  const { task, startedAt } = timedRuns();
  await every(1000, task, AbortSignal.abort());
  await every(1000, task, AbortSignal.abort(), { firstAfterMs: 1000 });
  expect(startedAt).toEqual([]);
});
