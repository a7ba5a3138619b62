import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementTexts, isDeeperThan, memberText } from "./json-text";

describe("memberText", () => {
  test("gives the bytes as they were written", () => {
    const text =
      '{ "event":"X", "data" : {"b":1.0, "a":"\\u0041\\"},{", "n":12345678901234567890} }';
    expect(memberText(text, "data")).toBe(
      '{"b":1.0, "a":"\\u0041\\"},{", "n":12345678901234567890}',
    );
  });

  test("finds the member itself, not one of the same name further inside", () => {
    expect(memberText('{"a":{"data":1},"data":{"data":2}}', "data")).toBe('{"data":2}');
  });

  test("takes the last of two, as JSON.parse does", () => {
    expect(memberText('{"data":1,"data":2}', "data")).toBe("2");
  });

  test("reads an escaped name", () => {
    expect(memberText('{"d\\u0061ta":[1,{"x":"]"}]}', "data")).toBe('[1,{"x":"]"}]');
  });

  test("finds nothing where there is nothing", () => {
    expect(memberText("{}", "data")).toBe("");
    expect(memberText("", "data")).toBe("");
  });

  test("agrees with JSON.parse on any JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (object, pretty) => {
        const text = JSON.stringify(object, null, pretty ? 2 : undefined);
        const parsed: Record<string, unknown> = JSON.parse(text);
        for (const [name, value] of Object.entries(parsed)) {
          expect(JSON.parse(memberText(text, name))).toEqual(value);
        }
      }),
    );
  });
});

describe("elementTexts", () => {
  test("gives the bytes of each element", () => {
    expect(elementTexts('[ {"a":[1,2]} ,"x,]", 1.0,[] ]')).toEqual([
      '{"a":[1,2]}',
      '"x,]"',
      "1.0",
      "[]",
    ]);
    expect(elementTexts(" [ ] ")).toEqual([]);
  });

  test("agrees with JSON.parse on any array", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (array) => {
        const text = JSON.stringify(array);
        expect(elementTexts(text).map((one) => JSON.parse(one))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("isDeeperThan", () => {
  test("counts objects and arrays, not brackets inside strings", () => {
    expect(isDeeperThan(0, '"[[[["')).toBe(false);
    expect(isDeeperThan(2, '{"a":[{"b":"]"}]}')).toBe(true);
    expect(isDeeperThan(3, '{"a":[{"b":"]"}]}')).toBe(false);
    expect(isDeeperThan(1, "[[],[],[]]")).toBe(true);
    expect(isDeeperThan(2, "[[],[],[]]")).toBe(false);
  });

  test("survives ten thousand levels and text that is not JSON", () => {
    expect(isDeeperThan(9999, "[".repeat(10_000))).toBe(true);
    expect(isDeeperThan(1, '{"a":"unended')).toBe(false);
  });
});
