import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementTexts, longElements, measure, memberText, stringifyWithTexts } from "./json-text";

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

describe("stringifyWithTexts", () => {
  test("puts the text in place of the member, and leaves out members without a value", () => {
    const value = { id: 1, gone: undefined, data: { n: null }, at: new Date(0) };
    expect(stringifyWithTexts(value, { data: '{ "n":1E400 }' })).toBe(
      '{"id":1,"data":{ "n":1E400 },"at":"1970-01-01T00:00:00.000Z"}',
    );
  });

  test("agrees with JSON.stringify where no text is given", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        expect(stringifyWithTexts(object, {})).toBe(JSON.stringify(object));
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

describe("longElements", () => {
  const long = "x".repeat(101);
  const found = (text: string) => longElements(text, "events", 100).map(({ index }) => index);

  test("gives the elements of the named array, and no others", () => {
    const text = `{"other":["${long}"],"events":[1, "${long}" ,{"events":["${long}"]},[]],"more":["${long}"]}`;
    expect(longElements(text, "events", 100)).toEqual([
      { index: 1, element: ` "${long}" ` },
      { index: 2, element: `{"events":["${long}"]}` },
    ]);
    expect(found(`{"a":{"b":["${long}"]}}`)).toEqual([]);
    expect(found(`{"events":{"a":"${long}"},"b":["${long}"]}`)).toEqual([]);
  });

  test("survives text that is not JSON", () => {
    expect(found(`{"events":[0,"${long}`)).toEqual([]);
    expect(found(`{"\\x":1,"events":[0,${long}]`)).toEqual([1]);
    expect(found("]]]")).toEqual([]);
  });
});

describe("measure", () => {
  const depthOf = (text: string) => measure(text).depth;

  test("counts how deep objects and arrays nest, not brackets inside strings", () => {
    expect(depthOf('"[[[["')).toBe(0);
    expect(depthOf('{"a":[{"b":"]"}]}')).toBe(3);
    expect(depthOf("[[],[],[]]")).toBe(2);
  });

  test("counts members, objects and arrays, not plain elements", () => {
    expect(measure('{"a":[{"b":"{:[,","c":1}],"d":{}}').parts).toBe(8);
    expect(measure("[1,2,3]").parts).toBe(1);
  });

  test("survives ten thousand levels and text that is not JSON", () => {
    expect(depthOf("[".repeat(10_000))).toBe(10_000);
    expect(depthOf('{"a":"unended')).toBe(1);
  });
});
