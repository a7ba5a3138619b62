import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { arrayText, divider, separatedJson } from "./array-text";

const { sql } = await freshDatabase();

/** Returns two columns, as the statements of the queue read them: a shorter one is filled up with nulls. */
async function columnsOf(texts: (string | null)[], json: (string | null)[], type = "text") {
  const rows = await sql.unsafe<{ text: unknown; json: string | null }[]>(
    `select * from unnest($1::${type}[], string_to_array($2::text, ${divider})) as r(text, json)`,
    [arrayText(texts), separatedJson(json)],
    { prepare: true },
  );
  return { texts: rows.map(({ text }) => text), json: rows.map(({ json }) => json) };
}

test("every text comes back as it was", async () => {
  const texts = [
    ..."\\ \" ' { } , ; NULL null \u001e \n \t é 😀".split(" "),
    "",
    " ",
    '\\"{a,b}\\',
    null,
  ];
  expect((await columnsOf(texts, [])).texts).toEqual(texts);
});

test("JSON texts come back as they were", async () => {
  const json = [
    '{"a": "say \\"\\\\hi\\"", "b": [1,\n\t2]}',
    '"\\u001e \\u0000 😀 \u007f \u2028"',
    "null",
    null,
    '""',
  ];
  expect((await columnsOf([], json)).json).toEqual(json);
});

test.each([[[null]], [[null, null]], [[null, "{}"]]])(
  "JSON texts %j keep their places",
  async (json) => {
    const texts = json.map((_, n) => `${n}`);
    expect(await columnsOf(texts, json)).toEqual({ texts, json });
  },
);

test("a column of nulls is filled up", async () => {
  expect(await columnsOf([null, null], ["1", "2"])).toEqual({
    texts: [null, null],
    json: ["1", "2"],
  });
});

test("a column may have another type", async () => {
  const id = "0199c7a2-0000-7000-8000-000000000000";
  expect((await columnsOf([id, null], ["1", "2"], "uuid")).texts).toEqual([id, null]);
  const [row] = await sql.unsafe(
    "select $1::bool[]::text as yes, $2::date[]::text as at, $3::int[]::text as n",
    [arrayText([true, false]), arrayText(["2026-01-02", null]), arrayText([7, null, -1])],
  );
  expect(row).toEqual({ yes: "{t,f}", at: "{2026-01-02,NULL}", n: "{7,NULL,-1}" });
});

test("a text with the separator is refused, so that no event gets the data of another", () => {
  expect(() => separatedJson(["1", "\u001e"])).toThrow(RangeError);
});
