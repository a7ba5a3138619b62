import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import formats from "ajv-formats";
import { expect, inject } from "vitest";

type Json = Record<string, unknown>;

let documentOnce: Promise<Json> | undefined;

function openApi(): Promise<Json> {
  documentOnce ??= fetch(`${inject("origin")}/v1/openapi.json`).then((answer) => answer.json());
  return documentOnce;
}

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

/** Checks a response against the document: a documented status, and a body of exactly the documented shape. */
export async function assertDocumented(
  method: string,
  path: string,
  status: number,
  body: unknown,
  headers: Headers,
) {
  const operation = await operationOf(method === "HEAD" ? "GET" : method, path);
  if (operation && status < 300)
    assertKnownHeaders(operation, `${method} ${path}`, status, headers);
  if (body === undefined) return assertKnownType(operation, status, headers);
  expect(headers.get("content-type")).toBe("application/json");
  if (status >= 400 && operation) assertKnownError(operation, `${method} ${path}`, body);
  const schema = status >= 400 ? errorSchema : contentOf(operation, status);
  const validate = await validatorOf(schema);
  expect(validate(body), `${method} ${path}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** Errors of HTTP itself, possible on any path: unknown path, method, header size, time limit. */
const general = [40401, 40500, 40800, 43100];

/** Checks that an operation returns only codes that the document lists for it. */
function assertKnownError(operation: Json, line: string, body: unknown): void {
  const { code } = body as { code: number };
  if (general.includes(code)) return;
  const responses = Object.values(operation.responses as Record<string, Json>);
  const documented = responses.flatMap((one) => one["x-error-codes"] ?? []);
  const advice = `${line} answers ${code}: name it in the \`errors\` of its endpoint`;
  expect(documented, advice).toContain(code);
}

const watched = ["location", "link", "idempotency-replayed", "ratelimit", "ratelimit-policy"];

/** Checks that a success has no header that the document leaves out, and a Location exactly where the document has one. */
function assertKnownHeaders(operation: Json, line: string, status: number, headers: Headers): void {
  const responses = operation.responses as Record<string, { headers?: Json }>;
  const documented = Object.keys(responses[status]?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );
  const sent = watched.filter((name) => headers.has(name));
  expect(documented, `headers of ${line}`).toEqual(expect.arrayContaining(sent));
  expect(headers.has("location"), `Location of ${line}`).toBe(documented.includes("location"));
}

/** A response without JSON is empty, or of a type that the document names. */
function assertKnownType(operation: Json | undefined, status: number, headers: Headers): void {
  const type = headers.get("content-type");
  if (type === null) return;
  const responses = operation?.responses as Record<string, { content?: Json }> | undefined;
  const documented = [...Object.keys(responses?.[status]?.content ?? {}), "application/json"];
  expect(documented).toContain(type.split(";")[0]);
}

const validators = new WeakMap<Json, ValidateFunction>();

/** Compiled once, because compiling takes far longer than the request. */
async function validatorOf(schema: Json): Promise<ValidateFunction> {
  const known = validators.get(schema);
  if (known) return known;
  const validate = ajv.compile(closed({ ...schema, components: (await openApi()).components }));
  validators.set(schema, validate);
  return validate;
}

const errorSchema = { $ref: "#/components/schemas/Error" };

async function operationOf(method: string, path: string): Promise<Json | undefined> {
  const paths = (await openApi()).paths as Record<string, Record<string, Json>>;
  const wanted = path.split("?")[0]!.replace(/\/$/, "");
  const pattern = Object.keys(paths).find((candidate) =>
    new RegExp(`^${candidate.replace(/\{\w+\}/g, "[^/]+")}$`).test(wanted),
  );
  // As in the router, a literal path precedes one with parameters.
  return paths[wanted in paths ? wanted : (pattern ?? "")]?.[method.toLowerCase()];
}

function contentOf(operation: Json | undefined, status: number): Json {
  const responses = operation?.responses as Record<string, { content?: Record<string, Json> }>;
  const schema = responses[status]?.content?.["application/json"]?.schema;
  expect(schema, `status ${status} is documented`).toBeDefined();
  return schema as Json;
}

/** Closes objects: a response may contain no member that the document does not name. */
function closed(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === "object" && value.properties && !("additionalProperties" in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
