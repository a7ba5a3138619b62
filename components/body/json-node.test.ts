import { expect, test } from "vitest";
import { type JsonNode, readJson } from "./json-node";

function write(node: JsonNode): string {
  if (node.kind === "leaf") return node.text;
  const members = node.members.map(({ name, node: inner }) =>
    name === undefined ? write(inner) : `${name}:${write(inner)}`,
  );
  return node.kind === "object" ? `{${members.join(",")}}` : `[${members.join(",")}]`;
}

const texts = [
  '{"a":[1.0,12345678901234567890,-0,1e400],"b":{},"c":[]}',
  '{"a":1,"a":2}',
  '"\\u00e9\\"{[,:"',
  '[[],[{}],{"":""},null,true]',
  '{"a\\":b":{"c":"}"}}',
  "7",
];
for (const text of texts) {
  test(`${text} keeps its very text`, () => {
    expect(write(readJson(text)!)).toBe(text);
  });
}

test("what is no JSON is none", () => {
  for (const text of ["", "{", "<html>", "{a:1}", "[1,]", "{} {}"])
    expect(readJson(text)).toBeNull();
});

test("a thousand levels, and a long string, are read as they are", () => {
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  let node = readJson(deep);
  let depth = 0;
  while (node && node.kind !== "leaf") {
    depth++;
    node = node.members[0]?.node ?? null;
  }
  expect(depth).toBe(5000);
  const long = JSON.stringify({ text: 'x\\"'.repeat(100_000) });
  expect(write(readJson(long)!)).toBe(long);
});
