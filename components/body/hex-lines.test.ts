import { expect, test } from "vitest";
import { bytesOf, hexLines } from "./hex-lines";
import { visible } from "./visible";

test("bytes stand sixteen in a line, with what can be read of them", () => {
  const bytes = bytesOf(btoa(`GIF89a\0\xff${"z".repeat(9)}`));
  expect(hexLines(bytes).split("\n")).toEqual([
    "000000  47 49 46 38 39 61 00 ff 7a 7a 7a 7a 7a 7a 7a 7a  GIF89a..zzzzzzzz",
    `000010  7a${" ".repeat(47)}z`,
  ]);
  expect(hexLines(bytesOf(""))).toBe("");
});

test("what cannot be seen, or turns the line around, is shown by its number", () => {
  expect(visible("a\0b\u202ec\ud83d\ude00\n\t")).toBe("a⟨U+0000⟩b⟨U+202E⟩c😀\n\t");
});
