import { expect, test } from "vitest";
import { axisTop, rangeName, ticksOf } from "./axis";

const minuteMs = 60_000;

function starts(from: string, minutes: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(from) + n * minutes * minuteMs).toISOString(),
  );
}

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [11, 12],
  [13, 16],
  [17, 20],
  [41, 50],
  [21, 30],
  [100, 100],
  [1201, 1600],
  [10_400, 12_000],
  [8001, 10_000],
])("an axis for up to %i ends at %i, a round number with a whole half", (most, top) => {
  expect(axisTop(most)).toBe(top);
});

test("labels are at round times of the zone, and midnight is a date", () => {
  const day = starts("2026-11-21T14:30:00Z", 30, 48);
  expect(ticksOf(day, "UTC").map(({ label }) => label)).toEqual([
    "18:00",
    "22 Nov",
    "06:00",
    "12:00",
  ]);
  expect(ticksOf(day, "America/New_York").map(({ label }) => label)).toEqual([
    "12:00",
    "18:00",
    "22 Nov",
    "06:00",
  ]);
});

test("a quarter of an hour has labels every few minutes, beginning at its start", () => {
  const quarter = starts("2026-11-21T14:00:00Z", 1, 15);
  expect(ticksOf(quarter, "UTC").map(({ bucket, label }) => [bucket, label])).toEqual([
    [0, "14:00"],
    [5, "14:05"],
    [10, "14:10"],
  ]);
});

test("a week has a label for each of its days, a year at most seven", () => {
  const week = ticksOf(starts("2026-11-15T00:00:00Z", 240, 42), "Asia/Kolkata");
  expect(week.map(({ label }) => label)).toEqual(
    [16, 17, 18, 19, 20, 21, 22].map((day) => `${day} Nov`),
  );
  const year = ticksOf(starts("2026-01-01T00:00:00Z", 8 * 1440, 46), "UTC");
  expect(year.length).toBeLessThanOrEqual(7);
  expect(year.length).toBeGreaterThan(3);
});

test("a range that begins between two labels has none at its start", () => {
  const quarter = starts("2026-11-21T14:03:00Z", 1, 15);
  expect(ticksOf(quarter, "UTC").map(({ bucket, label }) => [bucket, label])).toEqual([
    [2, "14:05"],
    [7, "14:10"],
    [12, "14:15"],
  ]);
});

test.each([
  ["2026-11-20T14:00:00Z", "2026-11-20T14:30:00Z", "20 Nov, 14:00 – 14:30"],
  ["2026-11-20T22:00:00Z", "2026-11-21T02:00:00Z", "20 Nov, 22:00 – 21 Nov, 02:00"],
  ["2026-11-02T00:00:00Z", "2026-11-12T00:00:00Z", "2 Nov, 00:00 – 12 Nov, 00:00"],
  ["2026-11-20T22:00:00Z", "2026-11-29T02:00:00Z", "20 Nov, 22:00 – 29 Nov, 02:00"],
  ["2026-11-29T02:00:00Z", "2026-11-29T02:30:00Z", "02:00 – 02:30"],
])("the range from %s to %s is called %s", (from, to, name) => {
  expect(rangeName(from, to, Date.parse("2026-11-29T12:00:00Z"), "UTC")).toBe(name);
});

test.each([
  ["Europe/Berlin", "2026-10-24T23:00:00Z", ["01:00", "02:00 UTC+2", "02:00 UTC+1", "03:00"]],
  [
    "America/New_York",
    "2026-11-01T04:15:00Z",
    ["01:00 UTC\u22124", "01:00 UTC\u22125", "02:00", "03:00"],
  ],
])("in %s an hour that clocks show twice has its offset", (zone, from, labels) => {
  const ticks = ticksOf(starts(from, 15, 17), zone);
  expect(
    ticks
      .map(({ label }) => label)
      .filter((label) => /:00/.test(label))
      .slice(0, 4),
  ).toEqual(labels);
});

test("a range that begins and ends with the same time of the clocks has its offsets", () => {
  const [from, to] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"];
  const name = (now: string) => rangeName(from, to, Date.parse(now), "Europe/Berlin");
  expect(name("2026-10-25T12:00:00Z")).toBe("02:30 UTC+2 – 02:30 UTC+1");
  expect(name("2026-10-26T12:00:00Z")).toBe("25 Oct, 02:30 UTC+2 – 02:30 UTC+1");
});
