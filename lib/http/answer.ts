import { isDatabaseAway, isReadOnly } from "@/db/away";
import { isOfDeletedAccount } from "@/db/violation";
import { noteDiskFull } from "@/lib/full-disk";
import { log } from "@/lib/log";
import { newId } from "@/lib/new-id";
import { defaultProblem } from "@/lib/protocol/default-problem";
import { type Endpoint, mayLeaveChange } from "@/lib/protocol/endpoint";
import { type MemberTexts, stringifyWithTexts } from "@/lib/protocol/json-text";
import { Problem } from "@/lib/protocol/problem";
import { problems } from "@/lib/protocol/problem-codes";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { engine } from "./database";
import { fieldsOf, type Known, logRefused } from "./request-log";
import { dataPolicy, securityHeaders } from "./security-headers";
import { takesIdempotencyKey } from "./with-idempotency";

/** Headers of every response, unless it sets another value. */
const always = {
  "cache-control": "no-store",
  ...securityHeaders,
  "content-security-policy": dataPolicy,
};

/** Returns the caller's request id if it is safe to log, else a new one. */
export function requestIdOf(request: Request): string {
  return requestIdFrom(request.headers.get("x-request-id"));
}

export function requestIdFrom(header: string | string[] | null | undefined): string {
  const given = String(header ?? "");
  return /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newId();
}

/** @param texts members of the body that are sent as the raw text given here */
export function answer(
  status: number,
  body: unknown,
  requestId: string,
  headers = new ResponseHeaders(),
  texts?: MemberTexts,
): Response {
  headers.set("x-request-id", requestId);
  if (status === 204) return new Response(null, { status, headers: headers.over(always) });
  headers.set("content-type", "application/json");
  const text = texts ? stringifyWithTexts(Object(body), texts) : JSON.stringify(body);
  return new Response(text, { status, headers: headers.over(always) });
}

/** Returns a streamed response. Its headers keep proxies from buffering it. */
export function streamedAnswer(
  type: string,
  body: ReadableStream,
  requestId: string,
  headers: ResponseHeaders,
): Response {
  headers.set("x-request-id", requestId);
  headers.set("cache-control", "no-store, no-transform");
  headers.set("x-accel-buffering", "no");
  headers.set("content-type", type);
  return new Response(body, { headers: headers.over(always) });
}

/**
 * Returns the error response for any error, in the shape of the contract, and writes a line about the request to the log.
 * Says of a write without an answer of the database that it may have taken effect.
 */
export function refusal(
  error: unknown,
  requestId: string,
  headers = new ResponseHeaders(),
  known: Known = {},
): Response {
  const { endpoint, request } = known;
  const fields = fieldsOf(requestId, known);
  const thrown = error instanceof Problem ? error : unexpected(error, fields);
  const isWrite = endpoint !== undefined && mayLeaveChange(endpoint);
  const problem = isWrite && isUnanswered(thrown) ? unansweredWrite(endpoint, request) : thrown;
  if (problem.code !== 50000) logRefused(fields, problem);
  headers.setAll(problem.headers);
  if (problem.status === 401) headers.set("www-authenticate", 'ApiKey realm="api"');
  if (problem.status === 503) headers.set("retry-after", "2");
  return answer(problem.status, problem, requestId, headers);
}

function isUnanswered({ code, message }: Problem): boolean {
  return code === 50300 && message === problems[50300];
}

/** Only programs can send an `Idempotency-Key`; people at the dashboard have no API key. */
function unansweredWrite(endpoint: Endpoint, request: Request | undefined): Problem {
  const advice =
    takesIdempotencyKey(endpoint) && request?.headers.has("x-api-key")
      ? "with an Idempotency-Key it can be repeated safely"
      : "check before you repeat it";
  return new Problem(
    50300,
    `The database does not answer. The request may still take effect; ${advice}.`,
  );
}

const accountDeleted = "The account was deleted meanwhile. Nothing was stored.";

const fullDisk =
  "The disk of the database is full, and nothing was stored. Repeat the request once it has space.";

const noWrites =
  "The database accepts no writes now, and nothing was stored. Repeat the request shortly.";

/** Logs an unexpected error with what is known of the request and hides its details from the caller. */
function unexpected(error: unknown, fields: object): Problem {
  if (isDatabaseAway(error)) {
    log.warn({ ...fields, err: error }, "database unavailable");
    if (noteDiskFull(error, engine())) return new Problem(50300, fullDisk);
    return isReadOnly(error) ? new Problem(50300, noWrites) : defaultProblem(50300);
  }
  if (isOfDeletedAccount(error)) return new Problem(40900, accountDeleted);
  log.error({ ...fields, err: error }, "request failed");
  return defaultProblem(50000);
}

export async function noSuchPath(request: Request): Promise<Response> {
  return refusal(defaultProblem(40401), requestIdOf(request), undefined, { request });
}
