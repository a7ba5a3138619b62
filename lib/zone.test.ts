import { expect, test } from "vitest";
import { clockText, localTimeIn, readClock } from "./zone";

test.each([
  ["UTC", "2026-11-21T14:02:11", "2026-11-21T14:02:11.000Z"],
  ["Europe/Berlin", "2026-07-01T14:02:11", "2026-07-01T12:02:11.000Z"],
  ["Pacific/Kiritimati", "2026-11-21T00:30:00", "2026-11-20T10:30:00.000Z"],
])("in %s the clocks show %s at %s, and back", (zone, text, iso) => {
  expect(readClock(zone, text)?.toISOString()).toBe(iso);
  expect(clockText(zone, Date.parse(iso))).toBe(text);
});

test("a time that the clocks show twice is the first of both", () => {
  const read = readClock("Europe/Berlin", "2026-10-25T02:30");
  expect(read?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
});

test.each([
  ["Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T03:30:00"],
  ["America/New_York", "2026-03-08T02:30:00", "2026-03-08T03:30:00"],
  ["Australia/Lord_Howe", "2026-10-04T02:10:00", "2026-10-04T02:40:00"],
  // The day begins at 01:00.
  ["America/Havana", "2026-03-08T00:00:00", "2026-03-08T01:00:00"],
])("in %s the clocks skip %s, which is read as %s", (zone, text, later) => {
  const read = readClock(zone, text);
  expect(read && clockText(zone, read.getTime())).toBe(later);
});

test("an invalid time is undefined", () => {
  expect(readClock("UTC", "")).toBeUndefined();
  expect(readClock("UTC", "soon")).toBeUndefined();
});

test.each(["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns"])(
  "in %s the local time equals that of Intl",
  (zone) => {
    const clock = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      dateStyle: "short",
      timeStyle: "medium",
    });
    // Half a year in steps that meet every quarter of an hour, and changes of the clocks in both directions.
    const times = Array.from({ length: 2000 }, (_, n) => Date.UTC(2026, 7, 1) + n * 7_507_123);
    const shown = times.map((ms) => {
      const { year, month, day, hour, minute, second } = localTimeIn(zone, ms);
      const [minutes, seconds] = [minute, second].map((value) => String(value).padStart(2, "0"));
      return `${month}/${day}/${year % 100}, ${String(hour).padStart(2, "0")}:${minutes}:${seconds}`;
    });
    expect(shown).toEqual(times.map((ms) => clock.format(ms)));
  },
);
