import * as z from "zod";
import { takesIdempotencyKey } from "@/lib/http/with-idempotency";
import type { Endpoint } from "@/lib/protocol/endpoint";
import type { ProblemCode } from "@/lib/protocol/problem-codes";
import { webhooksApi } from "@/lib/webhooks/contract";
import { commonParameter } from "./common-words";
import { errorStatusesOf, meaningOf } from "./error-codes";
import { headerRefs, headersOfSuccess } from "./response-headers";
import type { Schemas } from "./schemas";
import { tagOf } from "./tags";
import { describeCallbacks } from "./webhooks";

type Json = Record<string, unknown>;

const jsonType = "application/json";

const IssueShape = z
  .object({
    path: z.string().describe("Path of the member, such as events.0"),
    message: z.string().describe("What is wrong, and what to give"),
  })
  .meta({ id: "Issue" });

const ErrorShape = z
  .object({
    code: z.int32().describe("Error code; its first three digits are the HTTP status"),
    message: z.string().describe("Explanation in one sentence"),
    issues: z.array(IssueShape).optional().describe("One entry for each invalid member"),
  })
  .meta({ id: "Error" });

/** Describes one endpoint as an OpenAPI operation. */
export function describeOperation(name: string, endpoint: Endpoint, schemas: Schemas): Json {
  const { access, sessionOnly, body } = endpoint;
  const errors = errorStatusesOf(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [tagOf(name)],
    ...(access === "public" && { security: [] }),
    ...(sessionOnly && { security: [{ session: [] }] }),
    ...(access !== "public" && access !== "any" && { "x-required-scope": access }),
    parameters: [
      ...parameters("path", endpoint.params, schemas),
      ...parameters("query", endpoint.query, schemas),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyHeader] : []),
    ],
    ...(body && { requestBody: requestBody(body, schemas) }),
    ...(endpoint === webhooksApi.create && { callbacks: describeCallbacks(schemas) }),
    responses: {
      [endpoint.status]: success(endpoint, schemas),
      ...Object.fromEntries(
        errors.map(([status, codes]) => [status, failure(status, codes, endpoint, schemas)]),
      ),
    },
  };
}

function descriptionOf({ description, access, sessionOnly }: Endpoint): string {
  if (sessionOnly) return `${description} Works only in the session of a signed-in person.`;
  if (access === "public") return `${description} Needs no API key.`;
  if (access === "any") return `${description} Any valid API key or session will do.`;
  return `${description} Requires the scope \`${access}\`.`;
}

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeating a request with the same key within 24 hours returns the first response",
  // Spaces at its ends are not part of a header's value (RFC 9110, 5.5).
  schema: { type: "string", maxLength: 255, pattern: "^[!-~]([ -~]*[!-~])?$" },
};

/** Returns the parameters of a schema. A list is one parameter with commas. */
function parameters(
  place: "path" | "query",
  object: z.ZodObject | undefined,
  schemas: Schemas,
): Json[] {
  return Object.entries(object?.shape ?? {}).map(([name, member]) => {
    const { description = commonParameter(name), ...schema } = schemas.of(member as z.ZodType);
    return {
      name,
      in: place,
      required: place === "path",
      ...(description !== undefined && { description }),
      ...(schema.type === "array" && { style: "form", explode: false }),
      schema,
    };
  });
}

function requestBody(body: z.ZodType, schemas: Schemas): Json {
  const required = !body.safeParse(undefined).success;
  return { required, content: { [jsonType]: { schema: schemas.of(body) } } };
}

function success(endpoint: Endpoint, schemas: Schemas) {
  const { status, response, produces, responseHeaders } = endpoint;
  const own = Object.entries(responseHeaders ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return {
    description: status === 204 ? "Success, without a body" : "Success",
    headers: { ...headersOfSuccess(endpoint), ...Object.fromEntries(own) },
    ...(status !== 204 && { content: contentOf(schemas.of(response), produces) }),
  };
}

/** Returns the content of a response. `x-item-schema` describes one item of a text, as `itemSchema` does in OpenAPI 3.2. */
function contentOf(schema: Json, produces: Endpoint["produces"]): Json {
  if (!produces) return { [jsonType]: { schema } };
  const text = { schema: { type: "string" }, "x-item-schema": schema };
  return Object.fromEntries(produces.map((type) => [type.split(";")[0], text]));
}

function failure(status: string, codes: ProblemCode[], endpoint: Endpoint, schemas: Schemas): Json {
  const mayRun = status === "409" && takesIdempotencyKey(endpoint);
  const running = "With Retry-After: a request with the same Idempotency-Key is still running.";
  return {
    description: mayRun ? `${meaningOf(codes)} ${running}` : meaningOf(codes),
    "x-error-codes": codes,
    headers: headerRefs({
      "Retry-After": mayRun || status === "429" || status === "503",
      RateLimit: status === "429",
      "RateLimit-Policy": status === "429",
      "WWW-Authenticate": status === "401",
      "x-request-id": true,
    }),
    content: { [jsonType]: { schema: schemas.of(ErrorShape) } },
  };
}
