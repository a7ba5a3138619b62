import { expect, test } from "vitest";
import { Problem } from "@/lib/protocol/problem";
import { afterFailureMs } from "./query-client";

const after = (error: Error | null) => afterFailureMs({ state: { error } });

test("a read is repeated after failures that pass, too many requests among them", () => {
  expect([50000, 50300, 42900].map((code) => after(new Problem(code, "No")))).toEqual([
    5000, 5000, 5000,
  ]);
  expect([40300, 40400].map((code) => after(new Problem(code, "No")))).toEqual([false, false]);
  expect(after(null)).toBe(false);
});
