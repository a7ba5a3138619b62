import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent, traceIdOf } from "./traceparent";

const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

test.each([
  ["sampled", `00-${trace}-${span}-01`, 1],
  ["not sampled", `00-${trace}-${span}-00`, 0],
  ["with spaces around", ` 00-${trace}-${span}-01 `, 1],
  ["of a later version, with more fields", `cc-${trace}-${span}-01-what-the-future-brings`, 1],
])("a valid one is read: %s", (_, text, flags) => {
  expect(parseTraceparent(text)).toEqual({ traceId: trace, spanId: span, flags });
});

test.each([
  ["missing", undefined],
  ["empty", ""],
  ["of version ff", `ff-${trace}-${span}-01`],
  ["of version 00 with more fields", `00-${trace}-${span}-01-more`],
  ["upper case", `00-${trace.toUpperCase()}-${span}-01`],
  ["a trace of zeros", `00-${"0".repeat(32)}-${span}-01`],
  ["a span of zeros", `00-${trace}-${"0".repeat(16)}-01`],
  ["too short", `00-${trace}-${span}`],
  ["two of them", `00-${trace}-${span}-01, 00-${trace}-${span}-01`],
])("an invalid one is ignored: %s", (_, text) => {
  expect(parseTraceparent(text)).toBeNull();
});

test("flags that version 00 does not define are not passed on", () => {
  const context = { traceId: trace, spanId: span, flags: 0xff };
  expect(formatTraceparent(context)).toBe(`00-${trace}-${span}-01`);
});

test("logs get the id of the trace", () => {
  expect(traceIdOf(`00-${trace}-${span}-01`)).toBe(trace);
  expect(traceIdOf(null)).toBeUndefined();
});
