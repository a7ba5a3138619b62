import { expect, test } from "vitest";
import { parseTracestate } from "./tracestate";

test.each([
  ["one entry", "congo=t61rcWkgMzE", "congo=t61rcWkgMzE"],
  ["several, with spaces and empty entries", "rojo=1 ,, congo=a b,", "rojo=1,congo=a b"],
  ["of a tenant", "4f@nr=0-0-1", "4f@nr=0-0-1"],
])("a valid one is passed on: %s", (_, text, passed) => {
  expect(parseTracestate(text)).toBe(passed);
});

test.each([
  ["missing", null],
  ["empty", " , "],
  ["upper case", "Congo=1"],
  ["no value", "congo="],
  ["two equals signs", "congo=1=2"],
  ["beyond ASCII", "congo=ü"],
  ["a key twice", "congo=1,congo=2"],
  ["one invalid entry among others", "rojo=1,?=2"],
  ["more than 32 entries", Array.from({ length: 33 }, (_, n) => `k${n}=1`).join()],
])("an invalid one is ignored: %s", (_, text) => {
  expect(parseTracestate(text)).toBeNull();
});

test("of more than 512 characters, large entries are dropped first, then the last ones", () => {
  const small = Array.from({ length: 5 }, (_, n) => `small${n}=${"x".repeat(90)}`);
  const large = `large=${"x".repeat(130)}`;
  expect(parseTracestate([large, ...small].join())).toBe(small.join());
  const all = [...small, "last=yyyyyyyyyyyyyyyyyyyyyyyyyyyy"];
  expect(parseTracestate([large, ...all].join())).toBe(small.join());
});
