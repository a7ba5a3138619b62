import { expect, test } from "vitest";
import { Lru } from "./lru";

function filled(...keys: string[]): Lru<string, string> {
  const lru = new Lru<string, string>(3);
  for (const key of keys) lru.set(key, `value of ${key}`);
  return lru;
}

test("the oldest entry is dropped and returned, and no other", () => {
  const lru = filled("a", "b", "c");
  expect(lru.set("d", "value of d")).toBe("value of a");
  expect([...lru.values()]).toEqual(["value of b", "value of c", "value of d"]);
});

test("entries that are used stay while others come and go", () => {
  const lru = filled("a", "b", "c");
  for (const key of ["d", "e", "f", "g"]) {
    expect(lru.get("a")).toBe("value of a");
    lru.set("b", "another value");
    lru.set(key, key);
  }
  expect([...lru.values()].sort()).toEqual(["another value", "g", "value of a"]);
});

test("a used entry is dropped after all that were set later and not used", () => {
  const lru = filled("a", "b", "c");
  lru.get("a");
  expect(lru.set("d", "value of d")).toBe("value of b");
  expect(lru.set("e", "value of e")).toBe("value of c");
  expect(lru.set("f", "value of f")).toBe("value of a");
});

test("when all are used, the one that was used longest ago is dropped", () => {
  const lru = filled("a", "b", "c");
  for (const key of ["a", "b", "c"]) lru.get(key);
  expect(lru.set("d", "value of d")).toBe("value of a");
});

test("a deleted entry makes room", () => {
  const lru = filled("a", "b", "c");
  lru.delete("b");
  expect(lru.get("b")).toBeUndefined();
  expect(lru.set("d", "value of d")).toBeUndefined();
});
