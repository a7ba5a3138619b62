import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DbDeadline } from "./db-deadline";
import { DbHealthProbe } from "./db-health-probe";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
const alive = () => new DbHealthProbe(async () => 1);
const dead = () => new DbHealthProbe(never);

/** Returns the result of work that never ends, after `ms`. */
async function fateAfter(ms: number, deadline: DbDeadline): Promise<unknown> {
  const outcome = deadline.wait(never()).catch((problem) => problem.code);
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([outcome, Promise.resolve("waiting")]);
}

test("a silent database is given up within two seconds", async () => {
  expect(await fateAfter(1700, new DbDeadline(dead(), 8000))).toBe("waiting");
  expect(await fateAfter(2000, new DbDeadline(dead(), 8000))).toBe(50300);
});

test("so is one that cannot be asked because all connections are busy, in all steps together", async () => {
  const deadline = new DbDeadline(dead(), 8000);
  const first = deadline.wait(new Promise((done) => setTimeout(() => done("known"), 1500)));
  await vi.advanceTimersByTimeAsync(1500);
  expect(await first).toBe("known");
  expect(await fateAfter(500, deadline)).toBe(50300);
});

test("one that answers others is waited for, up to the limit", async () => {
  const deadline = new DbDeadline(alive(), 8000);
  const outcome = deadline.wait(never()).catch((problem) => problem.code);
  await vi.advanceTimersByTimeAsync(7900);
  expect(deadline.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(await outcome).toBe(50300);
  expect(deadline.isOver).toBe(true);
});

test("requests are refused at once while the database is silent, and admitted after an answer", async () => {
  let answer: () => void = () => {};
  const probe = new DbHealthProbe(
    () =>
      new Promise<void>((done) => {
        answer = done;
      }),
  );
  await fateAfter(2000, new DbDeadline(probe, 8000));
  expect(() => new DbDeadline(probe, 8000).assertDatabaseUp()).toThrow("does not answer");
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(() => new DbDeadline(probe, 8000).assertDatabaseUp()).not.toThrow();
});

/** Lets time pass without a turn of the event loop, in which timers would fire and answers be read. */
function block(ms: number): void {
  const end = performance.now() + ms;
  vi.spyOn(performance, "now").mockReturnValue(end);
}

test("a database is not silent while the process is too busy to read its answer", async () => {
  const probe = dead();
  probe.send();
  block(10_000);
  expect(probe.isSilent).toBe(false);
  await vi.advanceTimersByTimeAsync(700);
  expect(probe.isSilent).toBe(true);
});

test("a result that arrived while the process was busy is read before the deadline is over", async () => {
  let resolve: (value: string) => void = () => {};
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  const deadline = new DbDeadline(alive(), 8000);
  const outcome = deadline.wait(promise).catch((problem) => problem.code);
  block(10_000);
  vi.advanceTimersByTime(1000);
  resolve("done");
  expect(await outcome).toBe("done");
  expect(deadline.isOver).toBe(false);
});

test("a database that is not there is asked no more than thrice at a time", async () => {
  let asked = 0;
  const probe = new DbHealthProbe(() => {
    asked++;
    return never();
  });
  await Promise.all(
    Array.from({ length: 20 }, () => fateAfter(2000, new DbDeadline(probe, 8000)).catch(() => 0)),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBeLessThanOrEqual(3);
});

test("an error counts as an answer", async () => {
  const probe = new DbHealthProbe(async () => {
    throw new Error("refused");
  });
  expect(await fateAfter(4000, new DbDeadline(probe, 8000))).toBe("waiting");
  expect(probe.isSilent).toBe(false);
});

test("work in time comes through as it is, good or bad, and leaves no timer behind", async () => {
  const deadline = new DbDeadline(alive(), 8000);
  await expect(deadline.wait(Promise.resolve("done"))).resolves.toBe("done");
  await expect(deadline.wait(Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(vi.getTimerCount()).toBe(0);
});
