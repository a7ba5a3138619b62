import type { Context } from "@/lib/context";
import type { Endpoint, Parsed, Result } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { intakeUnless } from "@/lib/queue/queue";
import { answer, refusal, requestIdOf } from "./answer";
import { authenticate } from "./authenticate";
import { backlog } from "./backlog";
import { check } from "./check";
import { pulse } from "./database-pulse";
import { once } from "./once";
import { originOf } from "./origin";
import { Patience } from "./patience";
import { type JsonBody, readJson } from "./read-json";
import { serve } from "./serve";
import { tellOf } from "./tell-of";

/** `headers` are those of the reply, for the few operations that have something to say there. */
type Operation<E extends Endpoint> = (
  ctx: Context,
  input: Parsed<E>,
  headers: Headers,
) => Promise<Result<E>>;
type Route = { params: Promise<Record<string, string>> };
export type Handler = (request: Request, route: Route) => Promise<Response>;

const defaultBodyLimit = 64 * 1024;
export const defaultPatienceMs = 8000;

/** Authenticate, read, run, answer: the one order in which every request is served. */
export function handle<E extends Endpoint>(endpoint: E, run: Operation<E>): Handler {
  return async (request, route) => {
    const requestId = requestIdOf(request);
    const headers = new Headers();
    try {
      const patience = new Patience(pulse, endpoint.patienceMs ?? defaultPatienceMs);
      // What is public may need no database.
      if (endpoint.access !== "public") patience.assertHope();
      const origin = originOf(request, requestId);
      const asked = await patience.wait(authenticate(request, endpoint.access, origin, headers));
      const ctx = { ...asked, queue: intakeUnless(asked.queue, () => patience.over) };
      const input = await read(endpoint, request, await route.params);
      if (endpoint.addsToBacklog) backlog().assertRoom();
      const { bodyText } = input;
      const reply = await patience.wait(
        once({ endpoint, request, bodyText, headers, patience }, ctx, (ctx) =>
          serve(endpoint, run(ctx, input, headers)),
        ),
      );
      if (endpoint.status === 201) locate(headers, endpoint.path, reply);
      tellOf(endpoint, ctx, input, reply);
      return answer(endpoint.status, reply, requestId, headers);
    } catch (error) {
      return refusal(error, requestId, headers);
    }
  };
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
    query: endpoint.query && check(endpoint.query, Object.fromEntries(searchParams)),
    body: endpoint.body && check(endpoint.body, body.value),
    bodyText: body.text,
  };
  // Safe: a part is filled exactly where the endpoint declares its schema, which is what Parsed<E> says.
  return parts as unknown as Parsed<E>;
}

/** A path that cannot name anything names nothing. */
function named(schema: NonNullable<Endpoint["params"]>, params: Record<string, string>) {
  const result = schema.safeParse(params);
  if (!result.success) throw new Problem(40400);
  return result.data;
}

/** Read only where a body is declared: a DELETE may bring any, and none of it matters. */
function bodyOf(endpoint: Endpoint, request: Request): Promise<JsonBody> | JsonBody {
  if (!endpoint.body) return { text: "", value: undefined };
  return readJson(request, endpoint.bodyLimit ?? defaultBodyLimit);
}

/** Whatever was created stands under its id, below the path it was posted to. */
function locate(headers: Headers, path: string, reply: unknown) {
  if (reply && typeof reply === "object" && "id" in reply) {
    headers.set("location", `${path}/${reply.id}`);
  }
}
