import { expect, test } from "vitest";
import { droppedFrom } from "./dropped";
import { integerField, listField, searchField, textField, timeField, wordField } from "./field";

const fields = {
  q: textField.withDefault(""),
  state: listField(wordField(["failed", "pending"])).withDefault([]),
  sort: wordField(["name", "rate"]).withDefault("name"),
  from: timeField,
  attempt: integerField,
};

test("fields of an address that are dropped are named, and others are not", () => {
  const droppedOf = (query: string) => droppedFrom(fields, new URLSearchParams(query));
  expect(droppedOf("state=gone&from=soon&attempt=1x&other=1")).toEqual([
    "state",
    "from",
    "attempt",
  ]);
  expect(droppedOf("state=gone,failed")).toEqual(["state"]);
  expect(droppedOf("q=a&state=failed,,pending&from=2026-01-31T12:00Z&attempt=0&sort=rate")).toEqual(
    [],
  );
  expect(droppedOf("state=failed,%20,pending")).toEqual([]);
  expect(droppedOf("state=failed,%20,gone")).toEqual(["state"]);
  expect(droppedOf("state=&from=&attempt=%20")).toEqual([]);
  const search = { q: searchField.withDefault("") };
  expect(droppedFrom(search, new URLSearchParams("q=%00"))).toEqual(["q"]);
});
