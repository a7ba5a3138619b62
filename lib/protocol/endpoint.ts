import type { z } from "zod";
import type { Scope } from "@/db/enums";

/** A scope; or `any` valid key or session; or `public`. */
export type Access = Scope | "any" | "public";

/**
 * One HTTP operation, described once. The route handler, the browser's call, the query hooks,
 * the contract test and the OpenAPI page all read this object or its type.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/v1${string}`;
  summary: string;
  access: Access;
  status: 200 | 201 | 202 | 204;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes; 64 KiB unless told. */
  bodyLimit?: number;
  /** It adds to what waits to be sent, and is refused while too much does. */
  addsToBacklog?: boolean;
  /** How long the caller is kept waiting for a database that works; 8 s unless told. */
  patienceMs?: number;
  /** The answer shows something that is shown once, so it is kept nowhere. */
  answerIsSecret?: boolean;
  response: z.ZodType;
  /** Media types of an answer that is not JSON and comes bit by bit; `response` is then what one bit says. */
  produces?: readonly string[];
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part = "params" | "query" | "body";
type Schema<E extends Endpoint, P extends Part> = Extract<E[P], z.ZodType>;
type Present<E extends Endpoint> = { [P in Part]: E[P] extends z.ZodType ? P : never }[Part];

/** What the caller sends, before validation. */
export type Sent<E extends Endpoint> = { [P in Present<E>]: z.input<Schema<E, P>> };
/** What the operation receives, after validation; with the body's own text where there is one. */
export type Parsed<E extends Endpoint> = { [P in Present<E>]: z.output<Schema<E, P>> } & {
  bodyText: string;
};
/** What the operation returns: `Date`s, and rows that may hold more than the contract names. */
export type Result<E extends Endpoint> = z.output<E["response"]>;
/** What travels back and what the browser holds: text dates, and only what the contract names. */
export type Reply<E extends Endpoint> = z.input<E["response"]>;
