import { expect, test } from "vitest";
import {
  addressReader,
  addressWriter,
  integerField,
  listField,
  ordinalField,
  searchField,
  textField,
  textsOf,
  timeField,
  wordField,
} from "./field";

const fields = {
  q: textField.withDefault(""),
  state: listField(wordField(["failed", "pending"])).withDefault([]),
  sort: wordField(["name", "rate"]).withDefault("name"),
  from: timeField,
  attempt: integerField,
};
const read = addressReader(fields);
const write = addressWriter(fields);
const empty = { q: "", state: [], sort: "name" as const, from: null, attempt: null };

test("what an address lacks or does not name rightly has its default", () => {
  expect(read({})).toEqual(empty);
  const wrong = { state: "gone,,failed", sort: "size", from: "soon", attempt: "1x" };
  expect(read(wrong)).toEqual({ ...empty, state: ["failed"] });
});

test("the first of repeated names counts", () => {
  expect(read({ q: ["one", "two"] }).q).toBe("one");
  expect(read(new URLSearchParams("q=one&q=two")).q).toBe("one");
});

test("an address is written without defaults and read as it was", () => {
  const view = {
    q: "a b&c=ü,d/e:f@g+%",
    state: ["pending", "failed"] as ("pending" | "failed")[],
    sort: "rate" as const,
    from: new Date("2026-01-31T12:00:00Z"),
    attempt: 3,
  };
  const address = write("/deliveries", view);
  expect(address).toContain(
    "state=pending,failed&sort=rate&from=2026-01-31T12:00:00.000Z&attempt=3",
  );
  expect(read(new URLSearchParams(address.split("?")[1]))).toEqual(view);
  expect(write("/deliveries", { ...view, ...empty })).toBe("/deliveries");
});

test("a change names only its own fields", () => {
  expect(textsOf(fields, { sort: "name", attempt: 2 })).toEqual({ sort: null, attempt: "2" });
  expect(textsOf(fields, { state: null })).toEqual({ state: null });
});

test("a search text is one that the API takes", () => {
  expect(searchField.read("  a\0b ")).toBe("ab");
  expect(searchField.read(` ${"x".repeat(300)}`)).toBe("x".repeat(200));
  expect(searchField.read(" \0 ")).toBeNull();
});

test("an ordinal counts from 1", () => {
  const of = (text: string) => ordinalField.read(text);
  expect(["1", "40", "0", "-4", "1e3", "99999999999"].map(of)).toEqual([
    1,
    40,
    null,
    null,
    null,
    null,
  ]);
});
