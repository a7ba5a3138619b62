import { expect, test } from "vitest";
import { listOf, listOfIds } from "./list-of";

const words = ["red", "green"] as const;
const ids = Array.from(
  { length: 51 },
  (_, n) => `01920000-0000-7000-8000-${`${n}`.padStart(12, "0")}`,
);

test("a list of words is never longer than its vocabulary", () => {
  expect(listOf(words).parse("red,".repeat(2000))).toEqual(["red"]);
  expect(listOf(words).parse(Array(2000).fill("green"))).toEqual(["green"]);
  expect(listOf(words).parse("red,green,red")).toEqual(["red", "green"]);
  expect(listOf(words).safeParse("red,blue").success).toBe(false);
});

test("a list of ids holds fifty different ones at most", () => {
  expect(listOfIds.parse(`${ids[0]},`.repeat(2000))).toEqual([ids[0]]);
  expect(listOfIds.parse(ids.slice(1).join(","))).toHaveLength(50);
  expect(listOfIds.safeParse(ids.join(",")).success).toBe(false);
});
