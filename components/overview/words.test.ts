import { expect, test } from "vitest";
import { amountInShort } from "./words";

test("amounts on an incident card are exact while they fit", () => {
  expect([0, 417, 60_757, 99_999].map(amountInShort)).toEqual(["0", "417", "60,757", "99,999"]);
  expect([100_000, 1_234_567].map(amountInShort)).toEqual(["100K", "1.2M"]);
});
