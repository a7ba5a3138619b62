import { expect, test } from "vitest";
import { loggable } from "./log";

test("a logged error has its cause, not the parameters", () => {
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (x)=(hunter2)",
  });
  const wrapped = new Error("Failed query: insert … params: hunter2", { cause });
  const line = JSON.stringify(loggable(wrapped));
  expect(line).toContain("duplicate key value");
  expect(line).toContain("23505");
  expect(line).not.toContain("hunter2");
});
