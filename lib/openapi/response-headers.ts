import * as z from "zod";
import { takesIdempotencyKey } from "@/lib/http/with-idempotency";
import type { Endpoint } from "@/lib/protocol/endpoint";

const text = { type: "string" };

/** Response headers of the document, by name. */
export const responseHeaders = {
  Location: {
    description: "Path of the created resource",
    schema: { type: "string", format: "uri-reference" },
  },
  Link: {
    description:
      'Path and query of the next page, with rel="next" (RFC 8288). Left out on the last page',
    schema: text,
  },
  "Idempotency-Replayed": {
    description:
      "true if this is the stored response to an earlier request with the same Idempotency-Key",
    schema: text,
  },
  RateLimit: {
    description:
      "What is left of the limit, and the seconds until it is renewed. Not sent to sessions",
    schema: text,
  },
  "RateLimit-Policy": {
    description: "The limit and its window in seconds. Not sent to sessions",
    schema: text,
  },
  "Retry-After": {
    description: "Seconds to wait before the next request",
    schema: { type: "integer", format: "int32" },
  },
  "WWW-Authenticate": {
    description: "How to authenticate",
    schema: text,
  },
  "x-request-id": {
    description:
      "Id of the request in the log: the one that was sent, if it is valid, or a new one",
    schema: text,
  },
};
type Name = keyof typeof responseHeaders;

/** Returns references to the headers that apply. */
export function headerRefs(applying: Partial<Record<Name, boolean>>): Record<string, object> {
  const names = Object.entries(applying).flatMap(([name, applies]) => (applies ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns references to the headers of a successful response. */
export function headersOfSuccess(endpoint: Endpoint): Record<string, object> {
  const { status, response, query, access } = endpoint;
  const isLimited = access !== "public";
  return headerRefs({
    Location: status === 201 && response instanceof z.ZodObject && "id" in response.shape,
    Link: response instanceof z.ZodArray && query !== undefined && "cursor" in query.shape,
    "Idempotency-Replayed": takesIdempotencyKey(endpoint),
    RateLimit: isLimited,
    "RateLimit-Policy": isLimited,
    "x-request-id": true,
  });
}
