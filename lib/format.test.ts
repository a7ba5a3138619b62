import { describe, expect, test } from "vitest";
import {
  formatDuration,
  formatExact,
  formatHost,
  formatMoment,
  formatPlural,
  formatRelative,
  formatSince,
  formatTarget,
  formatUrl,
} from "./format";

const noon = Date.parse("2026-11-21T12:00:00.000Z");
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

describe("times", () => {
  test("are told in UTC, whatever the reader's zone", () => {
    expect(formatMoment("2026-11-21T23:59:59.402Z")).toBe("21 Nov, 23:59:59");
    expect(formatExact("2026-11-21T23:59:59.402Z")).toBe("21 Nov 2026, 23:59:59.402 UTC");
  });

  test.each([
    [0, "now"],
    [-8, "8 s ago"],
    [59, "in 59 s"],
    [-60, "1 min ago"],
    [240, "in 4 min"],
    [-3900, "1 h 5 min ago"],
    [36_000, "in 10 h"],
    [-172_800, "2 days ago"],
  ])("%i seconds away reads %s", (seconds, words) => {
    expect(formatRelative(after(seconds), noon)).toBe(words);
  });

  test("are told by the clock alone while they lie in today", () => {
    expect(formatSince("2026-11-21T02:31:07.000Z", noon)).toBe("02:31");
    expect(formatSince("2026-11-20T23:59:07.000Z", noon)).toBe("20 Nov, 23:59");
  });

  test("of an attempt are told in the unit that fits", () => {
    expect(formatDuration(88)).toBe("88 ms");
    expect(formatDuration(1204)).toBe("1.2 s");
  });
});

describe("addresses", () => {
  test("are short in a list, but never hide that they are not encrypted", () => {
    expect(formatUrl("https://a.example/")).toBe("a.example");
    expect(formatUrl("http://a.example/in")).toBe("http://a.example/in");
    expect(formatTarget("http://a.example:81/in?token=x")).toBe("a.example:81/in");
    expect(formatHost("https://a.example:8443/in?x=1")).toBe("a.example:8443");
  });
});

test("counts agree with their noun", () => {
  expect(formatPlural(1, "delivery", "deliveries")).toBe("1 delivery");
  expect(formatPlural(1204, "delivery", "deliveries")).toBe("1,204 deliveries");
});
