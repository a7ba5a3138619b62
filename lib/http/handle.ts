import { limitedIntake } from "@/lib/account-limits/limited-intake";
import type { Context } from "@/lib/context";
import type { Endpoint, Parsed, Result } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { eventQueueUnless } from "@/lib/queue/queue";
import { assertProven } from "@/lib/session/proven";
import { admit } from "./admission";
import { announceChange } from "./announce-change";
import { answer, refusal, requestIdOf } from "./answer";
import { authenticate } from "./authenticate";
import { backlog } from "./backlog";
import { check } from "./check";
import { database, poolOf } from "./database";
import { DbDeadline } from "./db-deadline";
import { healthProbeOf } from "./health-probe-of";
import { type Handler, handlerOf } from "./methods";
import { originOf } from "./origin";
import { publishingQuota } from "./publishing";
import { readQuery } from "./query";
import { type JsonBody, readJson } from "./read-json";
import { serve } from "./serve";
import { refuseSlowRead } from "./slow-read";
import { withIdempotency } from "./with-idempotency";

/** `headers` are those of the response, for operations that set some. */
type Operation<E extends Endpoint> = (
  ctx: Context,
  input: Parsed<E>,
  headers: Headers,
) => Promise<Result<E>>;

const defaultBodyLimit = 64 * 1024;
export const defaultDbTimeoutMs = 8000;

/** Returns the handler of an endpoint. Every request is served in this order: authenticate, read, run, answer. */
export function handle<E extends Endpoint>(endpoint: E, run: Operation<E>): Handler {
  return handlerOf(endpoint, async (request, route) => {
    const requestId = requestIdOf(request);
    const headers = new Headers();
    try {
      const pool = poolOf(endpoint);
      const deadline = new DbDeadline(
        healthProbeOf(pool),
        endpoint.dbTimeoutMs ?? defaultDbTimeoutMs,
      );
      // A public endpoint may need no database.
      if (endpoint.access !== "public") deadline.assertDatabaseUp();
      const origin = originOf(request, requestId);
      const asked = await deadline.wait(authenticate(request, endpoint.access, origin, headers));
      const intake = eventQueueUnless(asked.queue, () => deadline.isOver);
      const queue = limitedIntake(intake, publishingQuota(), headers);
      const ctx = { ...asked, db: database(pool), queue };
      const input = await read(endpoint, request, await route.params);
      if (endpoint.needsPassword === true) await deadline.wait(assertProven(ctx));
      if (endpoint.addsToBacklog) backlog().assertRoom();
      const { bodyText } = input;
      const leave = await admit(ctx, { endpoint, request, ...input });
      const work = withIdempotency({ endpoint, request, bodyText, headers, deadline }, ctx, (ctx) =>
        serve(endpoint, run(ctx, input, headers)),
      ).catch((error) => refuseSlowRead(endpoint, error));
      // The place is held until the work ends, even when the caller was answered earlier.
      work.then(leave, leave);
      const reply = await deadline.wait(work);
      if (endpoint.status === 201) locate(headers, endpoint.path, reply);
      announceChange(endpoint, ctx, input, reply);
      return answer(endpoint.status, reply, requestId, headers);
    } catch (error) {
      return refusal(error, requestId, headers);
    }
  });
}

export async function read<E extends Endpoint>(
  endpoint: E,
  request: Request,
  params: Record<string, string>,
): Promise<Parsed<E>> {
  const { searchParams } = new URL(request.url);
  const body = await bodyOf(endpoint, request);
  const parts = {
    params: endpoint.params && named(endpoint.params, params),
    query: endpoint.query && check(endpoint.query, readQuery(endpoint.query, searchParams)),
    body: endpoint.body && check(endpoint.body, body.value),
    bodyText: body.text,
  };
  // Safe: a part is filled exactly where the endpoint declares its schema, which is what Parsed<E> says.
  return parts as unknown as Parsed<E>;
}

/** Parses the parameters of a path. An id that fails validation is a 404, not a 400. */
function named(schema: NonNullable<Endpoint["params"]>, params: Record<string, string>) {
  const result = schema.safeParse(params);
  if (!result.success) throw new Problem(40400);
  return result.data;
}

/** Reads the body only where the endpoint declares one. A DELETE may have any body; it is ignored. */
function bodyOf(endpoint: Endpoint, request: Request): Promise<JsonBody> | JsonBody {
  if (!endpoint.body) return { text: "", value: undefined };
  return readJson(request, endpoint.bodyLimit ?? defaultBodyLimit);
}

/** Sets `Location` for a created resource: the path of the POST, followed by the id. */
function locate(headers: Headers, path: string, reply: unknown) {
  if (reply && typeof reply === "object" && "id" in reply) {
    headers.set("location", `${path}/${reply.id}`);
  }
}
