import { expect, test } from "vitest";
import { formatExact, formatMoment } from "@/lib/format";
import { readTime } from "./read-time";

// A Sunday.
const now = Date.parse("2026-11-22T10:00:00.000Z");
const read = (text: string, zone = "UTC") => readTime(text, zone, now)?.toISOString();

test.each([
  ["now", "2026-11-22T10:00:00.000Z"],
  ["2h", "2026-11-22T08:00:00.000Z"],
  ["15m", "2026-11-22T09:45:00.000Z"],
  ["90 sec", "2026-11-22T09:58:30.000Z"],
  ["30 minutes ago", "2026-11-22T09:30:00.000Z"],
  ["last 3 days", "2026-11-19T10:00:00.000Z"],
  ["1 hour", "2026-11-22T09:00:00.000Z"],
  ["2 weeks ago", "2026-11-08T10:00:00.000Z"],
  ["9:30", "2026-11-22T09:30:00.000Z"],
  ["14:30", "2026-11-21T14:30:00.000Z"],
  ["8am", "2026-11-22T08:00:00.000Z"],
  ["12:15 am", "2026-11-22T00:15:00.000Z"],
  ["today", "2026-11-22T00:00:00.000Z"],
  ["today 14:30", "2026-11-22T14:30:00.000Z"],
  ["Yesterday 9:00", "2026-11-21T09:00:00.000Z"],
  ["Fri 8:05:09", "2026-11-20T08:05:09.000Z"],
  ["sunday", "2026-11-22T00:00:00.000Z"],
  ["sun 9:00", "2026-11-22T09:00:00.000Z"],
  ["sun 14:00", "2026-11-15T14:00:00.000Z"],
  ["tues", "2026-11-17T00:00:00.000Z"],
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20 08:00", "2026-11-20T08:00:00.000Z"],
  ["2026-11-20T08:00", "2026-11-20T08:00:00.000Z"],
  ["2026-11-20T08:00:00+02:00", "2026-11-20T06:00:00.000Z"],
  ["20 Nov", "2026-11-20T00:00:00.000Z"],
  ["Nov 20 2pm", "2026-11-20T14:00:00.000Z"],
  ["24 December, 18:00", "2025-12-24T18:00:00.000Z"],
  ["24 Dec 2026", "2026-12-24T00:00:00.000Z"],
])("reads %j as %s", (text, iso) => {
  expect(read(text)).toBe(iso);
});

test.each([
  "",
  "soon",
  "25:00",
  "9:75",
  "2026-02-30",
  "30 feb",
  "2026-13-01",
  "20",
  "25pm",
  "month",
  "20 marble",
  "utc",
  "2 years",
  "h",
])("does not read %j", (text) => {
  expect(read(text)).toBeUndefined();
});

test("reads clocks and days in the zone", () => {
  expect(read("9:00", "Asia/Tokyo")).toBe("2026-11-22T00:00:00.000Z");
  expect(read("yesterday", "Asia/Tokyo")).toBe("2026-11-20T15:00:00.000Z");
  expect(read("1 Jul 08:00", "Europe/Berlin")).toBe("2026-07-01T06:00:00.000Z");
});

test("reads times as the dashboard shows them", () => {
  const iso = "2026-11-20T08:05:09.000Z";
  expect(read(formatMoment(iso))).toBe(iso);
  expect(read(formatExact(iso))).toBe(iso);
});

test.each([
  ["2026-10-25T00:30:00.000Z", "Europe/Berlin"],
  ["2026-10-25T01:30:00.000Z", "Europe/Berlin"],
  ["2026-04-04T14:45:00.000Z", "Australia/Lord_Howe"],
  ["2026-04-04T15:15:00.000Z", "Australia/Lord_Howe"],
])("reads %s as it is shown in %s, where clocks show it twice", (iso, zone) => {
  expect(read(formatMoment(iso, zone), zone)).toBe(iso);
  expect(read(formatExact(iso, zone), zone)).toBe(iso);
});

test.each([
  ["14:30 UTC", "2026-11-21T14:30:00.000Z"],
  ["9:00 utc", "2026-11-22T09:00:00.000Z"],
  ["11:30 UTC+2", "2026-11-22T09:30:00.000Z"],
  ["20 Nov, 08:00 UTC+5:45", "2026-11-20T02:15:00.000Z"],
  ["20 Nov 2026, 23:30:00.000 UTC\u22129:30", "2026-11-21T09:00:00.000Z"],
  ["20 Nov 23:30 UTC-9:30", "2026-11-21T09:00:00.000Z"],
  ["yesterday UTC", "2026-11-21T00:00:00.000Z"],
])("%j names its own offset, in every zone", (text, iso) => {
  expect(read(text, "Asia/Tokyo")).toBe(iso);
});
