import { expect, test } from "vitest";
import { assertFound } from "./default-problem";
import { Problem } from "./problem";

test("recognises a problem of another copy of the class, and no other error", async () => {
  const other: typeof import("./problem") = await import(`./problem?${"copy"}`);
  expect(other.Problem).not.toBe(Problem);
  expect(new other.Problem(40400, "No")).toBeInstanceOf(Problem);
  expect(new Error("Something else")).not.toBeInstanceOf(Problem);
  expect(null).not.toBeInstanceOf(Problem);
});

test("answers 40400 for no row", () => {
  expect(() => assertFound([])).toThrow(expect.objectContaining({ code: 40400, status: 404 }));
  expect(assertFound(["first", "second"])).toBe("first");
});
