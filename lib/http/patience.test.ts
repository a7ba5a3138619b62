import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Patience } from "./patience";
import { Pulse } from "./pulse";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const alive = () => new Pulse(async () => 1);
const dead = () => new Pulse(never);

/** What becomes of work that never ends, after so long. */
async function fateAfter(ms: number, patience: Patience): Promise<unknown> {
  const fate = patience.wait(never()).catch((problem) => problem.code);
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([fate, Promise.resolve("waiting")]);
}

test("a database that answers nobody is given up within two seconds", async () => {
  expect(await fateAfter(1700, new Patience(dead(), 8000))).toBe("waiting");
  expect(await fateAfter(2000, new Patience(dead(), 8000))).toBe(50300);
});

test("so is one that cannot be asked because all connections are busy, in all steps together", async () => {
  const patience = new Patience(dead(), 8000);
  const first = patience.wait(new Promise((done) => setTimeout(() => done("known"), 1500)));
  await vi.advanceTimersByTimeAsync(1500);
  expect(await first).toBe("known");
  expect(await fateAfter(500, patience)).toBe(50300);
});

test("one that answers others is waited for, up to the limit", async () => {
  const patience = new Patience(alive(), 8000);
  const fate = patience.wait(never()).catch((problem) => problem.code);
  await vi.advanceTimersByTimeAsync(7900);
  expect(patience.over).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(await fate).toBe(50300);
  expect(patience.over).toBe(true);
});

test("while nobody gets an answer, who comes is refused at once; after one, all are let in", async () => {
  let answer: () => void = () => {};
  const pulse = new Pulse(
    () =>
      new Promise<void>((done) => {
        answer = done;
      }),
  );
  await fateAfter(2000, new Patience(pulse, 8000));
  expect(() => new Patience(pulse, 8000).assertHope()).toThrow("does not answer");
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(() => new Patience(pulse, 8000).assertHope()).not.toThrow();
});

test("a database that is not there is asked no more than thrice at a time", async () => {
  let asked = 0;
  const pulse = new Pulse(() => {
    asked++;
    return never();
  });
  await Promise.all(
    Array.from({ length: 20 }, () => fateAfter(2000, new Patience(pulse, 8000)).catch(() => 0)),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBeLessThanOrEqual(3);
});

test("an error is an answer: what others ask fails by itself", async () => {
  const pulse = new Pulse(async () => {
    throw new Error("refused");
  });
  expect(await fateAfter(4000, new Patience(pulse, 8000))).toBe("waiting");
  expect(pulse.silent).toBe(false);
});

test("work in time comes through as it is, good or bad, and leaves no timer behind", async () => {
  const patience = new Patience(alive(), 8000);
  await expect(patience.wait(Promise.resolve("done"))).resolves.toBe("done");
  await expect(patience.wait(Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(vi.getTimerCount()).toBe(0);
});
