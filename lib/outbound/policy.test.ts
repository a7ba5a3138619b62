import { describe, expect, test } from "vitest";
import { isAllowedAddress } from "./address";
import { targetPolicy } from "./policy";

const read = (ranges: string) =>
  targetPolicy({ ALLOW_PRIVATE_CIDRS: ranges, CALLBACK_HTTPS_ONLY: false }).allowed;

test("reads ranges separated by commas, with spaces or without", () => {
  const allowed = read("127.0.0.0/8, ::1/128,10.0.0.7/32,");

  expect(allowed).toHaveLength(3);
  expect(isAllowedAddress("::1", allowed)).toBe(true);
  expect(isAllowedAddress("10.0.0.7", allowed)).toBe(true);
  expect(isAllowedAddress("10.0.0.8", allowed)).toBe(false);
});

test("nothing is listed by default", () => {
  expect(read("")).toEqual([]);
});

test("a range need not be written from its first address, and may be mapped", () => {
  expect(isAllowedAddress("127.9.9.9", read("127.0.0.1/8"))).toBe(true);
  expect(isAllowedAddress("10.9.9.9", read("::ffff:10.0.0.0/104"))).toBe(true);
});

describe("refuses to guess", () => {
  test.each([
    "10.0.0.0",
    "10.0.0.0/33",
    "10.0.0/8",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "::1/129",
    "::ffff:10.0.0.0/95",
    "fe80::%eth0/64",
    "localhost/8",
    "*",
  ])("%s", (range) => {
    expect(() => read(`127.0.0.0/8,${range}`)).toThrow(
      `ALLOW_PRIVATE_CIDRS: "${range}" is not an address range`,
    );
  });
});
