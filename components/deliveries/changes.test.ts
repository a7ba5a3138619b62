import { expect, test } from "vitest";
import { bodyChanges, headerChanges } from "./changes";

const answer = (body: string) => ({
  statusCode: 200,
  headers: [],
  body,
  encoding: "utf8" as const,
  truncated: false,
});

test("headers are compared by name, in any case and also when repeated", () => {
  const before = [
    ["Date", "1"],
    ["Set-Cookie", "a"],
    ["set-cookie", "b"],
    ["Gone", "x"],
  ] as const;
  const after = [
    ["date", "2"],
    ["set-cookie", "a"],
    ["Set-Cookie", "b"],
    ["New", "y"],
  ] as const;
  expect(headerChanges(before, after)).toEqual([
    { kind: "changed", name: "date", before: "1", after: "2" },
    { kind: "removed", name: "gone", before: "x", after: undefined },
    { kind: "added", name: "new", before: undefined, after: "y" },
  ]);
});

test("JSON is compared by its paths, and anything else as a whole", () => {
  const changes = bodyChanges(answer('{"a":{"b":1},"c":2}'), answer('{"a":{"b":"1"},"d":[]}'));
  expect(changes).toEqual([
    { kind: "changed", name: "a.b", before: "1", after: '"1"' },
    { kind: "removed", name: "c", before: "2", after: undefined },
    { kind: "added", name: "d", before: undefined, after: "[]" },
  ]);
  expect(bodyChanges(answer("busy"), answer("{}"))).toEqual([
    { kind: "changed", name: "the whole body", before: "busy", after: "{}" },
  ]);
  expect(bodyChanges(undefined, undefined)).toEqual([]);
});

test("levels without end are compared as a whole, and break nothing", () => {
  const deep = `${"[".repeat(8000)}${"]".repeat(8000)}`;
  expect(bodyChanges(answer(deep), answer("[]"))).toHaveLength(1);
});
