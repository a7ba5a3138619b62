import { beforeAll, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { type Answer, api } from "./client";
import { bodies, every, line, noun, things } from "./inputs";
import { account, keyOf } from "./world";

/** Raw phrases of the validation library, the JSON parser and the database. */
const libraryText =
  /expected|received|Invalid (input|option|string|key|element|UUID|ISO|email|URL|value)|Too (big|small)|Unrecognized|\bNaN\b|undefined|syntax|SQL|select /i;

const wrongValues = [null, true, -1, 0.5, 1e30, "", "\0", "\ud800", "x".repeat(5000), [], [{}], {}];
const wrongTexts = [
  "",
  "x",
  "-1",
  "1e30",
  "%00",
  "\u202e",
  "x".repeat(5000),
  ",,,",
  "[object Object]",
];

/** Several keys, so that no request limit of a key is reached. */
const keys: string[] = [];
beforeAll(async () => {
  const { id } = await account();
  for (let n = 0; n < 12; n++) keys.push(await keyOf(id, scopes));
});
let turn = 0;
const key = () => keys[turn++ % keys.length]!;

const withInput = every.filter(({ endpoint }) => endpoint.query || endpoint.body);

test.each(withInput)("$name words every complaint itself", async ({ name, endpoint }) => {
  const id = endpoint.params && (await things[noun(endpoint)]!(key())).id;
  const at = line(endpoint, id);
  const body = bodies[name];
  const answers: Answer[] = [];
  for (const parameter of Object.keys(endpoint.query?.shape ?? {})) {
    for (const text of wrongTexts) {
      const query = new URLSearchParams({ [parameter]: text });
      answers.push(await api(`${at}?${query}`, { key: key(), body }));
    }
  }
  for (const wrong of malformed(body)) answers.push(await api(at, { key: key(), ...wrong }));

  for (const { status, body, text } of answers) {
    expect(status, text).toBeLessThan(500);
    if (status !== 400) continue;
    const said = [
      body.message,
      ...(body.issues ?? []).map((issue: { message: string }) => issue.message),
    ];
    for (const message of said) expect(message, text).not.toMatch(libraryText);
  }
});

/** Variants of a valid body: each member removed, each replaced, and other values instead of the body. */
function malformed(
  valid: object | undefined,
): { body?: unknown; raw?: string; headers?: HeadersInit }[] {
  if (!valid) return [];
  const members = Object.keys(valid).flatMap((name) => [
    ...wrongValues.map((value) => ({ body: { ...valid, [name]: value } })),
    { body: { ...valid, [name]: undefined } },
  ]);
  return [...members, ...wrongValues.map((body) => ({ body })), {}];
}
