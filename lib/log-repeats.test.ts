import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LogRepeats } from "./log-repeats";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the same failure is written at once, then every ten seconds with the number of the others", () => {
  const written: string[] = [];
  const repeats = new LogRepeats();
  const note = (failure: string, entry: number) =>
    repeats.note(failure, (repeated) => written.push(`${failure} ${entry} +${repeated}`));
  for (let entry = 1; entry <= 500; entry++) note("disk full", entry);
  note("connection lost", 1);
  expect(written).toEqual(["disk full 1 +0", "connection lost 1 +0"]);
  vi.advanceTimersByTime(10_000);
  note("disk full", 501);
  vi.advanceTimersByTime(10_000);
  expect(written.slice(2)).toEqual(["disk full 500 +498", "disk full 501 +0"]);
  vi.advanceTimersByTime(20_000);
  note("disk full", 502);
  expect(written.slice(4)).toEqual(["disk full 502 +0"]);
});
