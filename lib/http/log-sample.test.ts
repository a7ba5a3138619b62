import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LogSample } from "./log-sample";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const windowMs = 10_000;

function sample() {
  const written: string[] = [];
  const entries = new LogSample((count) => written.push(`others ${count}`));
  const note = (subject: string, number = 1) =>
    entries.note(subject, (notLogged) => written.push(`${subject}-${number} after ${notLogged}`));
  return { written, note };
}

test("of one subject the first ten entries are written, then the latest with the number of those between", () => {
  const { written, note } = sample();
  for (let number = 1; number <= 1000; number++) note("a", number);
  note("b");
  expect(written).toHaveLength(11);
  expect(written.at(-1)).toBe("b-1 after 0");
  vi.advanceTimersByTime(windowMs);
  expect(written.slice(11)).toEqual(["a-1000 after 989"]);
  note("a", 1001);
  expect(written.at(-1)).toBe("a-1001 after 0");
});

test("a few entries of each subject are all written, and nothing is counted", () => {
  const { written, note } = sample();
  for (const subject of ["a", "b", "c"]) note(subject);
  vi.advanceTimersByTime(windowMs);
  expect(written).toEqual(["a-1 after 0", "b-1 after 0", "c-1 after 0"]);
});

test("of many subjects a hundred entries are written, and the others counted together", () => {
  const { written, note } = sample();
  for (let client = 0; client < 5000; client++) note(`client ${client}`);
  expect(written).toHaveLength(100);
  vi.advanceTimersByTime(windowMs);
  expect(written.slice(100)).toEqual(["others 4900"]);
  note("late");
  expect(written.at(-1)).toBe("late-1 after 0");
});
