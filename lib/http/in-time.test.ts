import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTime } from "./in-time";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work that never ends is answered with 50300, and holds nobody for ever", async () => {
  const answer = expect(inTime(new Promise(() => {}))).rejects.toMatchObject({ code: 50300 });
  await vi.advanceTimersByTimeAsync(10_000);
  await answer;
});

test("work in time comes through as it is, good or bad, and leaves no timer behind", async () => {
  await expect(inTime(Promise.resolve("done"))).resolves.toBe("done");
  await expect(inTime(Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(vi.getTimerCount()).toBe(0);
});
