import type * as z from "zod";
import type { Scope } from "@/db/enums";
import type { ProblemCode } from "./problem-codes";

/** A scope, `any` valid key or session, or `public`. */
export type Access = Scope | "any" | "public";

/**
 * Describes one HTTP operation. The route handler, the browser's call, the query hooks,
 * the contract test and the OpenAPI page all read this object or its type.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/v1${string}`;
  /** Names the operation: a verb and its object. */
  summary: string;
  /** One or more sentences for the reference and for generated clients. */
  description: string;
  access: Access;
  /** Kind of the objects that the operation changes, as streams announce it. Default: the first segment of the path. */
  changes?: string;
  /** Requires a person's session; API keys are refused. */
  sessionOnly?: boolean;
  /** Error codes besides those that follow from the other fields (`lib/openapi/error-codes.ts`). */
  errors?: readonly ProblemCode[];
  status: 200 | 201 | 202 | 204;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body has the filter. Query parameters are refused: one that is ignored would leave everything selected. */
  filtersByBody?: true;
  /** In bytes. Default: 64 KiB. */
  bodyLimit?: number;
  /** Adds to the backlog. Refused while the backlog is too large. */
  addsToBacklog?: boolean;
  /**
   * Shared resource that the endpoint uses, which bounds its requests under way: it reads much of the log, stores many
   * events, or waits for a server outside. Default: by method. Endpoints that wait for a server outside take no
   * `Idempotency-Key`. Reads of the log have connections of their own and are stopped after 2 s.
   */
  load?: "log" | "batch" | "outside";
  /** The endpoint reports on the primary, so it never reads from a replica. */
  readsPrimary?: true;
  /** May change a million rows of a webhook. Uses connections of its own. */
  isBulk?: boolean;
  /** Deadline of a request while the database works. Default: 8 s. */
  dbTimeoutMs?: number;
  /**
   * The session must have confirmed its password within 15 minutes (40302). Keys are exempt: each request proves the
   * key. `unless just created` exempts a webhook that the same person created within that time.
   */
  needsPassword?: true | "unless just created";
  /** The body holds a person's password. The endpoint takes no `Idempotency-Key`: a repeat is harmless or refused. */
  holdsPassword?: boolean;
  /**
   * Changes nothing though it is no `GET`, or only opens a session: without an answer of the database the caller is asked to
   * repeat the request, not to check first. A repeat that comes too late is refused with the reason.
   */
  isRepeatable?: true;
  /** The response shows a secret that is shown once. It is not stored. */
  answerIsSecret?: boolean;
  response: z.ZodType;
  /** Headers of a success with a meaning of their own: name and description. */
  responseHeaders?: Readonly<Record<string, string>>;
  /** Media types of a response that is not JSON; `response` then describes one item of it. */
  produces?: readonly string[];
};

/** Returns whether a request without an answer may have left a change behind that its caller has to check for. */
export function mayLeaveChange({ method, isRepeatable }: Endpoint): boolean {
  return method !== "GET" && !isRepeatable;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part = "params" | "query" | "body";
type Schema<E extends Endpoint, P extends Part> = Extract<E[P], z.ZodType>;
type Present<E extends Endpoint> = { [P in Part]: E[P] extends z.ZodType ? P : never }[Part];

/** Input of a request, before validation. */
export type Sent<E extends Endpoint> = { [P in Present<E>]: z.input<Schema<E, P>> };
/** Input of the operation, after validation. Includes the raw text of the body if there is one. */
export type Parsed<E extends Endpoint> = { [P in Present<E>]: z.output<Schema<E, P>> } & {
  bodyText: string;
};
/** Result of the operation, with `Date`s. Rows may have more fields than the contract. */
export type Result<E extends Endpoint> = z.output<E["response"]>;
/** Response as the browser receives it: dates as text, and only the fields of the contract. */
export type Reply<E extends Endpoint> = z.input<E["response"]>;
