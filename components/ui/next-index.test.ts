import { expect, test } from "vitest";
import { isolateName } from "@/lib/format";
import { nextIndex } from "./next-index";

const labels = ["Studio", "Shop", isolateName("שלום"), "Archive"];
const shown = labels.map((label) => ({ label }));
const press = (key: string, at = 0) =>
  nextIndex({ key, ctrlKey: false, metaKey: false, altKey: false }, shown, at, false);

test("a letter moves to the next option that starts with it, also where the option is isolated", () => {
  expect(press("s")).toBe(1);
  expect(press("S", 1)).toBe(0);
  expect(press("ש")).toBe(2);
  expect(press("x")).toBeUndefined();
});
