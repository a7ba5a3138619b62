import { expect, test } from "vitest";
import { compareNames } from "./compare-names";

test("names are sorted with their numbers by value, in any case of letters", () => {
  const names = ["Studio 10", "studio 2", "Atelier", "Studio 1"];
  expect(names.toSorted(compareNames)).toEqual(["Atelier", "Studio 1", "studio 2", "Studio 10"]);
});
