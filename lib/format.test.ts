import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatCompact,
  formatCount,
  formatCountdown,
  formatDay,
  formatDuration,
  formatExact,
  formatGap,
  formatHost,
  formatMoment,
  formatPlural,
  formatRelative,
  formatSince,
  formatStart,
  formatTarget,
  formatUrl,
  isolateName,
} from "./format";
import { formatRate } from "./format-rate";

const noon = Date.parse("2026-11-21T12:00:00.000Z");
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

describe("spans", () => {
  test.each([
    [-5, "0:00"],
    [400, "0:01"],
    [238_000, "3:58"],
    [3_729_000, "1:02:09"],
  ])("%i ms are left: %s", (ms, words) => {
    expect(formatCountdown(ms)).toBe(words);
  });

  test.each([
    [400, "0\u00a0s"],
    [5000, "5\u00a0s"],
    [300_000, "5\u00a0min"],
    [18_960_000, "5\u00a0h"],
    [72_000_000, "20\u00a0h"],
  ])("%i ms lie between: %s", (ms, words) => {
    expect(formatGap(ms)).toBe(words);
  });
});

describe("times", () => {
  test("are shown in the chosen zone", () => {
    expect(formatMoment("2026-11-21T23:59:59.402Z", "Pacific/Kiritimati")).toBe("22 Nov, 13:59:59");
    expect(formatExact("2026-12-31T23:59:59.402Z", "Pacific/Kiritimati")).toBe(
      "1 Jan 2027, 13:59:59.402 UTC+14",
    );
    expect(formatExact("2026-01-01T00:00:00.000Z", "Pacific/Marquesas")).toBe(
      "31 Dec 2025, 14:30:00.000 UTC−9:30",
    );
    expect(formatDay("2026-06-30T22:00:00.000Z", "Europe/Berlin")).toBe("1 Jul 2026");
  });

  test("that occur twice have their offset", () => {
    expect(formatMoment("2026-10-25T00:30:00.000Z", "Europe/Berlin")).toBe(
      "25 Oct, 02:30:00 UTC+2",
    );
    expect(formatMoment("2026-10-25T01:30:00.000Z", "Europe/Berlin")).toBe(
      "25 Oct, 02:30:00 UTC+1",
    );
    expect(formatMoment("2026-10-24T23:59:59.000Z", "Europe/Berlin")).toBe("25 Oct, 01:59:59");
    expect(formatMoment("2026-10-25T02:00:00.000Z", "Europe/Berlin")).toBe("25 Oct, 03:00:00");
    expect(formatMoment("2026-03-29T01:00:00.000Z", "Europe/Berlin")).toBe("29 Mar, 03:00:00");
    expect(formatMoment("2026-04-04T15:15:00.000Z", "Australia/Lord_Howe")).toBe(
      "5 Apr, 01:45:00 UTC+10:30",
    );
  });

  test("are today's by the clocks of the zone", () => {
    const now = Date.parse("2026-11-21T01:00:00.000Z");
    expect(formatSince("2026-11-20T23:30:00.000Z", now)).toBe("20 Nov, 23:30");
    expect(formatSince("2026-11-20T23:30:00.000Z", now, "Europe/Berlin")).toBe("00:30");
  });

  test("are shown in UTC in every zone", () => {
    expect(formatMoment("2026-11-21T23:59:59.402Z")).toBe("21 Nov, 23:59:59");
    expect(formatExact("2026-11-21T23:59:59.402Z")).toBe("21 Nov 2026, 23:59:59.402 UTC");
  });

  test.each([
    [0, "now"],
    [-0.4, "now"],
    // Within the current second of a page, which reads whole seconds.
    [0.9, "now"],
    [1, "in 1\u00a0s"],
    [-8, "8\u00a0s ago"],
    [59, "in 59\u00a0s"],
    [-60, "1\u00a0min ago"],
    [240, "in 4\u00a0min"],
    [-3569, "59\u00a0min ago"],
    [-3599, "1\u00a0h ago"],
    [-3900, "1\u00a0h 5\u00a0min ago"],
    [-21_540, "5\u00a0h 59\u00a0min ago"],
    [-21_900, "6\u00a0h ago"],
    [36_000, "in 10\u00a0h"],
    [-172_740, "47\u00a0h ago"],
    [-172_800, "2\u00a0days ago"],
  ])("%i seconds away reads %s", (seconds, words) => {
    expect(formatRelative(after(seconds), noon)).toBe(words);
  });

  test("of today have no date", () => {
    expect(formatSince("2026-11-21T02:31:07.000Z", noon)).toBe("02:31");
    expect(formatSince("2026-11-20T23:59:07.000Z", noon)).toBe("20 Nov, 23:59");
  });

  test("of the last 24 hours are named in one word, also after midnight", () => {
    expect(formatStart("2026-11-20T12:00:01.000Z", noon)).toBe("12:00");
    expect(formatStart("2026-11-20T12:00:00.000Z", noon)).toBe("20 Nov");
    expect(formatStart("2026-11-20T23:30:00.000Z", noon, "Europe/Berlin")).toBe("00:30");
  });

  test("of an attempt have a fitting unit", () => {
    expect(formatDuration(88)).toBe("88\u00a0ms");
    expect(formatDuration(999)).toBe("999\u00a0ms");
    expect(formatDuration(1000)).toBe("1.0\u00a0s");
    expect(formatDuration(1204)).toBe("1.2\u00a0s");
  });
});

describe("addresses", () => {
  test("are short in a list, but never hide that they are not encrypted", () => {
    expect(formatUrl("https://a.example/")).toBe("a.example");
    expect(formatUrl("http://a.example/in")).toBe("http://a.example/in");
    expect(formatTarget("http://a.example:81/in?token=x")).toBe("a.example:81/in");
    expect(formatHost("https://a.example:8443/in?x=1")).toBe("a.example:8443");
  });

  test("do not show the values of their query", () => {
    expect(formatUrl("https://a.example/in?token=x&y")).toBe("a.example/in?token=•••&•••");
    expect(formatTarget("https://a.example/in?to\nken=x")).toBe("a.example/in");
    expect(formatHost("https://a.example?token=x")).toBe("a.example");
  });

  test("show what has no width, looks like a blank, or turns the text around", () => {
    expect(formatUrl("https://a.example/\u202Egpj.exe")).toBe("a.example/%E2%80%AEgpj.exe");
    expect(formatTarget("https://a.example/in\u200B")).toBe("a.example/in%E2%80%8B");
    expect(formatHost("https://a\u00ADb.example/")).toBe("a%C2%ADb.example");
    expect(formatUrl("https://a.example/\u00A0\u3000\u2800")).toBe(
      "a.example/%C2%A0%E3%80%80%E2%A0%80",
    );
    expect(formatUrl("https://münchen.example/ü/دا")).toBe("münchen.example/ü/دا");
  });
});

test("a name is isolated if its letters are written from right to left", () => {
  expect(isolateName("שלום (בדיקה) 12!")).toBe("\u2068שלום (בדיקה) 12!\u2069");
  expect(isolateName("طلبات 7")).toBe("\u2068طلبات 7\u2069");
  expect(isolateName("txt\u202egpj")).toBe("\u2068txt\u202egpj\u2069");
  expect(isolateName("Zażółć 東京 7")).toBe("Zażółć 東京 7");
});

test("sizes have a fitting unit", () => {
  expect([0, 612, 2_140_000_000, 81_000_000, 999_700, 9_960_000].map(formatBytes)).toEqual([
    "0\u00a0B",
    "612\u00a0B",
    "2.1\u00a0GB",
    "81\u00a0MB",
    "1.0\u00a0MB",
    "10\u00a0MB",
  ]);
});

test("counts are written as by Intl", () => {
  const counts = [0, 7, 999, 1000, 60_757, 1_234_567, -1234, 0.5, 1234.56789];
  expect(counts.map(formatCount)).toEqual(
    counts.map((value) => new Intl.NumberFormat("en").format(value)),
  );
});

test("labels of an axis are written as by Intl", () => {
  const steps = [0, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
  const values = [1, 10, 100, 1000, 100_000, 1_000_000_000].flatMap((power) =>
    steps.map((step) => step * power),
  );
  values.push(999_960);
  const compact = new Intl.NumberFormat("en", { notation: "compact" });
  expect(values.map(formatCompact)).toEqual(values.map((value) => compact.format(value)));
});

test("only all is 100 %, and only none is 0 %", () => {
  expect([1, 0.9999, 0.9506, 0.0004, 0].map(formatRate)).toEqual([
    "100\u00a0%",
    "99.9\u00a0%",
    "95.0\u00a0%",
    "0.1\u00a0%",
    "0\u00a0%",
  ]);
});

test("counts agree with their noun", () => {
  expect(formatPlural(0, "delivery", "deliveries")).toBe("0 deliveries");
  expect(formatPlural(1, "delivery", "deliveries")).toBe("1 delivery");
  expect(formatPlural(1204, "delivery", "deliveries")).toBe("1,204 deliveries");
});
