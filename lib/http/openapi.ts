import { z } from "zod";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { service } from "@/lib/root/version";
import { endpoints } from "./endpoints";
import { takesIdempotencyKey } from "./once";

type Json = Record<string, unknown>;

const ErrorShape = z
  .object({
    code: z.int32().describe("The kind of error; its first three digits are the HTTP status"),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });

let document: Json | undefined;

/** The whole API as OpenAPI 3.1, folded from the endpoints: there is nothing to keep in step. */
export function openApiDocument(): Json {
  document ??= fold();
  return document;
}

function fold(): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [name, one] of endpoints) {
    paths[one.path] = {
      ...paths[one.path],
      [one.method.toLowerCase()]: operation(name, one, schemas),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: service.name, version: service.version },
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        session: { type: "apiKey", in: "cookie", name: "postback_session" },
      },
    },
  };
}

function operation(name: string, one: Endpoint, schemas: Json): Json {
  const refused = content("Refused", [jsonType], schemaOf(ErrorShape, schemas));
  const succeeded =
    one.status === 204
      ? { description: "Done; no body" }
      : content("Success", one.produces ?? [jsonType], schemaOf(one.response, schemas));
  return {
    operationId: name,
    summary: one.summary,
    tags: [name.split(".")[0]],
    ...(one.access === "public" && { security: [] }),
    ...(one.access !== "public" && one.access !== "any" && { "x-required-scope": one.access }),
    parameters: [
      ...parameters("path", one.params, schemas),
      ...parameters("query", one.query, schemas),
      ...(takesIdempotencyKey(one) ? [idempotencyHeader] : []),
    ],
    ...(one.body && { requestBody: requestBody(one.body, schemas) }),
    responses: { [one.status]: succeeded, "4XX": refused, "5XX": refused },
  };
}

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key and request within 24 hours get the first answer again",
  // Spaces at its ends are not part of a header's value (RFC 9110, 5.5).
  schema: { type: "string", maxLength: 255, pattern: "^[!-~]([ -~]*[!-~])?$" },
};

function parameters(
  place: "path" | "query",
  schema: z.ZodObject | undefined,
  schemas: Json,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === "path",
    ...asParameter(schemaOf(part as z.ZodType, schemas)),
  }));
}

/** What a body takes as a list is one parameter, its members separated by commas. */
function asParameter({ anyOf, ...schema }: Json): Json {
  const list = (anyOf as Json[] | undefined)?.find(({ type }) => type === "array");
  if (!list) return { schema: anyOf ? { anyOf, ...schema } : schema };
  return { schema: { ...schema, ...list }, style: "form", explode: false };
}

function requestBody(body: z.ZodType, schemas: Json): Json {
  const required = !body.safeParse(undefined).success;
  return { required, content: { "application/json": { schema: schemaOf(body, schemas) } } };
}

const jsonType = "application/json";

function content(description: string, types: readonly string[], schema: Json): Json {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

const options: z.core.ToJSONSchemaParams = {
  io: "input",
  unrepresentable: "any",
  // A format says it in one word; zod's pattern for the same takes three lines.
  override: ({ jsonSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
  },
};

/** As it crosses the wire. Named schemas move to `components`, where every use points. */
function schemaOf(schema: z.ZodType, schemas: Json): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, options));
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
  Object.assign(schemas, $defs);
  if (!rest.id) return rest;
  schemas[rest.id] = rest;
  return { $ref: `#/components/schemas/${rest.id}` };
}
