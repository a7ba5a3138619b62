import { expect, test } from "vitest";
import { slotsOf } from "./slots";

const now = Date.parse("2026-11-21T14:07:30Z");
const minutes = 60_000;

test.each([
  ["15m", 1, 1, 15],
  ["1h", 1, 2, 30],
  ["24h", 30, 30, 48],
  ["7d", 30, 240, 42],
  ["30d", 30, 1440, 30],
] as const)("%s is whole buckets, of which the last is under way", (since, grain, width, count) => {
  const slots = slotsOf({ since }, now);
  expect(slots).toMatchObject({ grain, widthMs: width * minutes });
  expect((slots.to.getTime() - slots.from.getTime()) / slots.widthMs).toBe(count);
  expect(slots.to.getTime()).toBeGreaterThan(now);
  expect(slots.to.getTime() - slots.widthMs).toBeLessThanOrEqual(now);
});

test("a range is covered in full, without the future", () => {
  const from = new Date("2026-11-21T13:02:10Z");
  const slots = slotsOf({ from, to: new Date("2027-01-01T00:00:00Z") }, now);
  expect(slots).toEqual({
    grain: 1,
    from: new Date("2026-11-21T13:02:00Z"),
    to: new Date("2026-11-21T14:08:00Z"),
    widthMs: 2 * minutes,
  });
});

test("a range in the future is the current minute", () => {
  const from = new Date("2026-11-22T00:00:00Z");
  expect(slotsOf({ from, to: new Date("2026-11-23T00:00:00Z") }, now)).toEqual({
    grain: 1,
    from: new Date("2026-11-21T14:07:00Z"),
    to: new Date("2026-11-21T14:08:00Z"),
    widthMs: minutes,
  });
});

test("minutes are read while all of the range is surely retained by the minute", () => {
  const width = (from: string) => slotsOf({ from: new Date(from) }, now).widthMs / minutes;
  expect(width("2026-11-21T11:14:00Z")).toBe(5);
  expect(width("2026-11-21T11:13:00Z")).toBe(30);
});

test("older ranges are whole half hours, and never more than 48 buckets", () => {
  for (const start of ["2026-11-20T01:10:00Z", "2026-10-01T00:00:00Z", "0001-01-01T00:00:00Z"]) {
    const { grain, from, to, widthMs } = slotsOf({ from: new Date(start) }, now);
    expect(grain).toBe(30);
    expect(widthMs % (30 * minutes)).toBe(0);
    expect(from.getTime()).toBeLessThanOrEqual(Date.parse(start));
    expect((to.getTime() - from.getTime()) / widthMs).toBeLessThanOrEqual(48);
  }
});

test.each([49, 90, 400, 20_000])(
  "a range of %i days is not widened by more than a bucket",
  (days) => {
    const end = new Date("2026-10-07T03:00:00Z");
    const begin = new Date(end.getTime() - days * 24 * 60 * minutes);
    const { from, to, widthMs } = slotsOf({ from: begin, to: end }, now);
    expect(begin.getTime() - from.getTime()).toBeLessThan(widthMs);
    expect(to.getTime() - end.getTime()).toBeLessThan(widthMs);
    const buckets = (to.getTime() - from.getTime()) / widthMs;
    expect(buckets).toBeGreaterThanOrEqual(24);
    expect(buckets).toBeLessThanOrEqual(48);
  },
);
