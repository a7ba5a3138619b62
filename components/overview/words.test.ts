import { expect, test } from "vitest";
import {
  amountInShort,
  causeInShort,
  deliveredShare,
  formatSeconds,
  troubleInWords,
} from "./words";

test("amounts on an incident card are exact while they fit", () => {
  expect([0, 417, 60_757, 99_999].map(amountInShort)).toEqual(["0", "417", "60,757", "99,999"]);
  expect([100_000, 1_234_567].map(amountInShort)).toEqual(["100K", "1.2M"]);
});

test("a cause of HTTP is named by its status code, if there is one", () => {
  expect(causeInShort("http_5xx", 503)).toBe("HTTP 503");
  expect(causeInShort("gone", 410)).toBe("HTTP 410");
  expect(causeInShort("http_5xx")).toBe("Receiver error");
  expect(causeInShort("timeout", 200)).toBe("Timeout");
});

test("the age of the oldest delivery has one unit", () => {
  expect([0.4, 89, 90, 5399, 5400, 172_800].map(formatSeconds)).toEqual(
    ["0 s", "89 s", "2 min", "90 min", "2 h", "48 h"].map((words) => words.replace(" ", "\u00a0")),
  );
});

test("the delivered share counts what a pause holds back, and is unknown before the first attempt", () => {
  const totals = { delivered: 0, failed: 0, retrying: 0, cancelled: 0 };
  expect(deliveredShare({ ...totals, pending: 7 })).toBeUndefined();
  expect(deliveredShare({ ...totals, retrying: 1, pending: 1 })).toBe(0);
  expect(deliveredShare({ ...totals, delivered: 9 })).toBe(1);
  expect(deliveredShare({ ...totals, delivered: 6, failed: 1, retrying: 1, pending: 5 })).toBe(0.5);
  expect(deliveredShare({ ...totals, delivered: 6, failed: 1, retrying: 1 })).toBe(0.75);
});

test("trouble names what there is of it", () => {
  expect(troubleInWords({ delivered: 3, failed: 0 })).toBeUndefined();
  expect(troubleInWords({ failed: 1200, cancelled: 1, retrying: 2 })).toBe(
    "1,200 failed\u00a0· 2 retrying\u00a0· 1 cancelled",
  );
});
