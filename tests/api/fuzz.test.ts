import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { api, origin } from "./client";
import { fromSchema, hostileText, type Schema, type Schemas } from "./from-schema";
import { account, delivery, keyOf } from "./world";

type Parameter = { name: string; in: "path" | "query" | "header"; schema: Schema };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
};

const described = await fetch(`${origin}/v1/openapi.json`);
const { paths, components }: Document = await described.json();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: operation.operationId,
    line: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);
/** `npm run test:fuzz` sends twenty times as many requests as `npm test`, and other ones each time. */
const total = Number(process.env.FUZZ_CASES);
const numRuns = Math.ceil(total / operations.length);
const seed = process.env.FUZZ_SEED ? { seed: Number(process.env.FUZZ_SEED) } : {};

/** Several accounts, so that no request limit of a key is reached, with existing ids. */
const keys: string[] = [];
const ids: string[] = [];
beforeAll(async () => {
  const { id, key } = await account();
  for (let n = 0; n < 20; n++) keys.push(await keyOf(id, scopes));
  const made = await delivery(key);
  ids.push(made.id, made.webhookId, made.eventId, id);
});

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** Requests to one operation: parameters and body valid, mostly invalid, or not JSON at all. */
function requestsTo({ parameters, requestBody }: Operation) {
  const valueFor = ({ in: place, schema }: Parameter) => {
    if (place === "header") return optional(hostileText.map(headerSafe));
    const value = fromSchema(schema, components.schemas).map(asText);
    if (place === "query") return optional(value);
    return fc.oneof(
      fc.nat(3).map((n) => ids[n] ?? ""),
      value,
    );
  };
  const values = fc.tuple(...parameters.map(valueFor));
  const schema = requestBody?.content["application/json"].schema ?? {};
  const json = fromSchema(schema, components.schemas).map((body) => JSON.stringify(body));
  const body = fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: hostileText });
  return fc.record({ values, body, key: fc.nat(19) });
}

test.each(operations)(
  "$name never answers 5xx, and always in the documented shape",
  async ({ line, operation }) => {
    await fc.assert(
      fc.asyncProperty(requestsTo(operation), async ({ values, body, key }) => {
        const { at, headers } = address(line, operation.parameters, values);
        const sent = operation.requestBody ? { raw: body } : {};
        const answer = await api(at, { key: keys[key] ?? "", headers, ...sent });

        // `api` checks the remaining guarantees with every response.
        expect(answer.status).toBeLessThan(500);
        const codes = answer.status >= 400 ? [Math.floor(answer.body.code / 100)] : [];
        expect(codes).toEqual(codes.map(() => answer.status));
      }),
      { numRuns, ...seed, endOnFailure: false },
    );
  },
  300_000,
);

/** Builds the request line with its parameters, and the headers. */
function address(line: string, parameters: Parameter[], values: (string | undefined)[]) {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const query = new URLSearchParams();
  let path = line;
  for (const [n, { name, in: place }] of parameters.entries()) {
    const value = values[n];
    if (value === undefined) continue;
    if (place === "path") path = path.replace(`{${name}}`, () => escaped(value));
    else if (place === "query") query.append(name, value);
    else headers[name] = value;
  }
  return { at: query.size > 0 ? `${path}?${query}` : path, headers };
}

/** An object may have a `toString` of its own that is no function. */
function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Encodes a path segment; a segment of dots alone would change the path. */
function escaped(value: string): string {
  // Half of a surrogate pair cannot be encoded; the decoder inserts the replacement character.
  const wellFormed = Buffer.from(value).toString();
  return encodeURIComponent(wellFormed).replace(/^\.{0,2}$/, "%00");
}

/** The client itself refuses to send other values. */
function headerSafe(value: string): string {
  return value.replace(/[^\x20-\x7e\xa0-\xff]/g, "?").trim();
}
