import { afterEach, expect, test, vi } from "vitest";
import { formatRelative } from "@/lib/format";
import { readSecond, subscribeToSeconds } from "./seconds";

afterEach(() => vi.useRealTimers());

test("what just happened is not ahead of the second, whenever the page began to count", () => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T12:00:00.900Z") });
  const read: number[] = [];
  const end = subscribeToSeconds(() => read.push(readSecond()));
  vi.advanceTimersByTime(2900);
  expect(read.map((ms) => new Date(ms).toISOString().slice(17, 19))).toEqual(["01", "02", "03"]);
  expect(formatRelative(new Date().toISOString(), readSecond())).toBe("now");
  end();
  vi.advanceTimersByTime(5000);
  expect(read).toHaveLength(3);
});
