import { expect, test } from "vitest";
import { eventNames } from "@/db/enums";
import { openApiDocument } from "./document";
import { endpoints } from "./endpoints";
import { vocabulary } from "./vocabulary";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { in: string; name: string; style?: string; explode?: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  callbacks?: Json;
  responses: Record<
    string,
    { description: string; headers?: Json; content?: Record<string, { schema: Json }> }
  >;
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Json> };
};

const document = openApiDocument("https://hooks.example") as unknown as Document;
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byId = operations.map((operation) => [operation.operationId, operation] as const);

/** Yields every schema object of the document with its path. */
function* parts(value: unknown, at = "#"): Generator<[at: string, part: Json]> {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [name, inner] of Object.entries(value)) yield* parts(inner, `${at}/${name}`);
}

const all = [...parts(document)];
const places = (fits: (part: Json) => boolean) =>
  all.filter(([, one]) => fits(one)).map(([at]) => at);

test("names the installation as its server", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([
    { url: "https://hooks.example", description: expect.any(String) },
  ]);
});

test.each(["const", "prefixItems", "propertyNames"])("no schema uses %s", (keyword) => {
  const inSchemas = [...parts(schemas)].filter(([at]) => !at.endsWith("/properties"));
  expect(inSchemas.filter(([, one]) => keyword in one).map(([at]) => at)).toEqual([]);
});

test("no list forbids members of its own", () => {
  expect(places(({ items }) => items === false)).toEqual([]);
});

test("no union mixes a list with text: a list has one form", () => {
  const types = ({ anyOf = [] }: Json) => (anyOf as Json[]).map(({ type }) => type);
  expect(places((one) => types(one).includes("array"))).toEqual([]);
});

test("every object is a named schema, so that no generator has to invent a name", () => {
  const named = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`));
  const objects = places(({ type, properties }) => type === "object" && properties !== undefined);
  expect(objects.filter((at) => !named.has(at))).toEqual([]);
});

test("every reference leads somewhere", () => {
  const references = all.flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
  const targets = new Set(all.map(([at]) => at));
  expect(references.filter((one) => !targets.has(one))).toEqual([]);
});

test("no schema takes the name of a class that every Java file imports", () => {
  const taken = ["Boolean", "Class", "Enum", "Object", "Process", "Record", "String", "System"];
  expect(taken.filter((name) => name in schemas)).toEqual([]);
});

test("every parameter and every member is described, but for objects and lists of them", () => {
  const isObject = (one: Json): boolean => {
    const { $ref = "", items } = one as { $ref?: string; items?: Json };
    return items ? isObject(items) : "properties" in (schemas[$ref.split("/").at(-1)!] ?? {});
  };
  const members = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, Json>)
      .filter(([, member]) => !(member.description || isObject(member)))
      .map(([member]) => `${name}.${member}`),
  );
  const parameters = byId.flatMap(([id, { parameters }]) =>
    parameters.filter((one) => !("description" in one)).map((one) => `${id} ${one.name}`),
  );
  expect([...members, ...parameters]).toEqual([]);
});

test("no word stands in two named lists", () => {
  const words = Object.values(vocabulary).flat();
  expect(words.filter((word, n) => words.indexOf(word) !== n)).toEqual([]);
});

test("every number has a format", () => {
  const isNumber = ({ type }: Json) => type === "integer" || type === "number";
  expect(places((one) => isNumber(one) && !one.format)).toEqual([]);
  expect(schemas.Error).toMatchObject({
    properties: { code: { type: "integer", format: "int32" } },
  });
});

test("an operation has an id of its own, named after its endpoint", () => {
  expect(new Set(byId.map(([id]) => id))).toEqual(new Set(endpoints.map(([name]) => name)));
  expect(byId).toHaveLength(endpoints.length);
});

test.each(byId)("%s has a tag, a summary, a description and its errors", (_, operation) => {
  const tags = document.tags.map(({ name }) => name);
  expect(operation.tags).toEqual([expect.toSatisfy((tag) => tags.includes(tag))]);
  expect(operation.summary).toMatch(/^[A-Z][^.]+[^.]$/);
  expect(operation.description).toMatch(/^[A-Z].+\.$/);
  const statuses = Object.keys(operation.responses);
  expect(statuses).toEqual(expect.arrayContaining(["429", "500", "503"]));
  for (const [status, { content = {} }] of Object.entries(operation.responses)) {
    const isError = Number(status) >= 400;
    expect(content["application/json"]?.schema.$ref === "#/components/schemas/Error").toBe(isError);
  }
});

test("a list is one parameter with commas", () => {
  const all = byId.flatMap(([id, { parameters }]) => parameters.map((one) => ({ id, ...one })));
  const lists = all.filter(({ schema }) => schema.type === "array");
  expect(lists.length).toBeGreaterThan(0);
  for (const one of lists) expect(one).toMatchObject({ style: "form", explode: false });
});

test("text that is no JSON is described as text", () => {
  const types = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.entries(content)),
  );
  const texts = types.filter(([type]) => type !== "application/json");
  expect(new Set(texts.map(([type]) => type))).toEqual(
    new Set(["application/x-ndjson", "text/csv", "text/event-stream"]),
  );
  for (const [, { schema }] of texts) expect(schema).toEqual({ type: "string" });
});

test.each(["EventDraft", "BatchMember", "DeliveryBody"])("%s is discriminated by event", (name) => {
  const { oneOf, discriminator } = schemas[name] as {
    oneOf: { $ref: string }[];
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  expect(discriminator.propertyName).toBe("event");
  expect(Object.keys(discriminator.mapping)).toEqual([...eventNames]);
  expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
});

test.each(eventNames)("%s is described as a webhook with its payload and signature", (event) => {
  const { parameters, requestBody } = document.webhooks[event]!.post;
  const headers = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  expect(parameters).toEqual(
    headers.map((name) => expect.objectContaining({ name, in: "header", required: true })),
  );
  const body = requestBody?.content["application/json"]?.schema.$ref;
  expect(schemas[String(body).split("/").at(-1) ?? ""]).toMatchObject({
    required: ["event", "data"],
    properties: { event: { enum: [event] }, data: { $ref: expect.any(String) } },
  });
});

test("creating a webhook names the request that follows", () => {
  const creating = operations.find(({ operationId }) => operationId === "webhooks.create");
  expect(JSON.stringify(creating?.callbacks)).toContain(
    '{"$ref":"#/components/schemas/DeliveryBody"}',
  );
});

test("the schema of a callback URL is as wide as the check", () => {
  const { properties } = schemas.WebhookDraft as { properties: Record<string, Json> };
  const { pattern = "", format } = properties.callbackUrl as { pattern?: string; format?: string };
  expect(format).toBeUndefined();
  const accepted = new RegExp(pattern, "u");
  for (const url of ["https://münchen.example/ü", "HTTP://a.example?x=1", "http://[::1]:8080/"]) {
    expect(url).toMatch(accepted);
  }
  for (const url of ["ftp://a.example", "https://a b", "https://", "https://a.example/#part"]) {
    expect(url).not.toMatch(accepted);
  }
});

test("a Location can be read", () => {
  const created = Object.entries(document.paths).filter(([, { post }]) =>
    Object.values(post?.responses ?? {}).some(({ headers = {} }) => "Location" in headers),
  );
  expect(created.length).toBeGreaterThan(0);
  const unreadable = created.filter(([path]) => !document.paths[`${path}/{id}`]?.get);
  expect(unreadable.map(([path]) => path)).toEqual([]);
});

test("what outlasts the transaction of an idempotency key takes none", () => {
  const headersOf = (path: string) =>
    document.paths[path]?.post?.parameters.map(({ name }) => name) ?? [];
  expect(headersOf("/v1/events")).toContain("Idempotency-Key");
  expect(headersOf("/v1/sample-data")).not.toContain("Idempotency-Key");
});
