import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashKey, hintOf, isWellFormed, newApiKey } from "./key";

/** Computed with another implementation of CRC-32. */
const vectors = [
  "pbk_live_000000000000000000000000000000002wjyrI",
  "pbk_live_abcdefghijklmnopqrstuvwxyzABCDEF1mVgZW",
];

test.each(vectors)("%s is well-formed", (key) => {
  expect(isWellFormed(key)).toBe(true);
});

test("a new key is well-formed, of 47 characters that a double click selects, and another each time", () => {
  const keys = Array.from({ length: 200 }, newApiKey);
  for (const key of keys) {
    expect(key).toMatch(/^pbk_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormed(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(200);
  const used = new Set(keys.flatMap((key) => [...key.slice(9, 41)]));
  expect(used.size).toBe(62);
});

test("one character mistyped, left out, added or swapped is noticed", () => {
  const key = vectors[1]!;
  for (const n of [...key].keys()) {
    const other = key[n] === "x" ? "y" : "x";
    expect(isWellFormed(key.slice(0, n) + other + key.slice(n + 1)), `${n}`).toBe(false);
    expect(isWellFormed(key.slice(0, n) + key.slice(n + 1)), `without ${n}`).toBe(false);
  }
  for (const wrong of ["", `${key}0`, ` ${key}`, `${key}\n`, `x${key}`, key.toUpperCase()]) {
    expect(isWellFormed(wrong), JSON.stringify(wrong)).toBe(false);
  }
});

test("a key is stored as its hash and its hint", () => {
  const key = vectors[1]!;
  expect(hashKey(key)).toBe(createHash("sha256").update(key).digest("hex"));
  expect(hintOf(key)).toEqual({ prefix: "pbk_live_abc", last4: key.slice(-4) });
});

test("the hint of a short key does not give it away", () => {
  expect(hintOf("sesame")).toEqual({ prefix: "se", last4: "" });
  expect(hintOf("open sesame, now")).toEqual({ prefix: "open", last4: "ow" });
});
