import { expect, test } from "vitest";
import { searchWord } from "./entry";

test("the server searches for the longest word that is not of the palette", () => {
  const others = ["pause", "stop"];
  expect(searchWord("pause Studio of Acme", others)).toBe("studio");
  expect(searchWord("pau stop", others)).toBe("");
  expect(searchWord("", others)).toBe("");
});

test("the server searches for no secret", () => {
  expect(searchWord("pbk_0123456789abcdef", [])).toBe("");
  expect(searchWord("studio whsec_0123456789abcdef", [])).toBe("");
});
