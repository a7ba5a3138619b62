import type { Context } from "@/lib/context";
import { assertNoLargePayload } from "@/lib/events/payload-sizes";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { Endpoint, Parsed } from "@/lib/protocol/endpoint";
import { assertProven } from "@/lib/session/proven";
import { admit, readmit } from "./admission";
import type { ApiRequest } from "./api-request";
import type { Release } from "./bulkhead";
import { check } from "./check";
import type { DbDeadline } from "./db-deadline";
import { assertMayPublish } from "./publishing";
import { assertNoQuery, readQuery } from "./query";
import { type Inspect, type JsonBody, readJson } from "./read-json";
import { assertNotJustRefused } from "./recent-refusals";
import { assertFewRefused } from "./request-limits";

const defaultBodyLimit = 64 * 1024;

/**
 * Waits for a place among the requests under way, and reads the request. A request that is certain to be refused is
 * refused before its body is read, or before it is parsed.
 */
export async function admitAndRead<E extends Endpoint>(
  ctx: Context,
  apiRequest: ApiRequest,
  params: Record<string, string>,
  deadline: Pick<DbDeadline, "wait">,
): Promise<{ input: Parsed<E>; release: Release }> {
  const { endpoint, request } = apiRequest;
  const { addsToBacklog, load, needsPassword } = endpoint;
  const isBatch = load === "batch";
  // A repeat of an idempotent request is answered despite the limits.
  const isKeyed = request.headers.has("idempotency-key");
  if (addsToBacklog && !isBatch && !isKeyed) assertMayPublish(ctx);
  const noteSize = (text: string) => {
    apiRequest.size = text.length;
  };
  const inspect = isBatch ? inspectBatch(ctx, apiRequest, isKeyed) : { text: noteSize };
  const prepare = async () => {
    if (addsToBacklog) assertFewRefused(ctx);
    const input = await read<E>(apiRequest, params, inspect);
    if (needsPassword === true) await deadline.wait(assertProven(ctx));
    return input;
  };
  // Accounts share the places of the log: none is held while a body arrives, however slowly.
  if (load === "log") {
    const input = await prepare();
    return { input, release: await admit(ctx, { endpoint, request }) };
  }
  const release = await admit(ctx, { endpoint, request });
  try {
    const input = await prepare();
    return { input, release: await readmit(ctx, { endpoint, request, ...input }, release) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Refuses a batch that is certain to be over a limit before it is parsed, or before its events are validated. Repeats of
 * idempotent requests and events are answered despite the limits of the account.
 */
function inspectBatch(ctx: Context, apiRequest: ApiRequest, isKeyed: boolean): Inspect {
  let isRepeatable = isKeyed;
  return {
    text(text) {
      apiRequest.size = text.length;
      isRepeatable ||= text.includes('"idempotencyKey"');
      if (!isRepeatable) {
        assertNotJustRefused(apiRequest);
        assertMayPublish(ctx);
      }
      assertNoLargePayload(text);
    },
    value(value) {
      if (isRepeatable || typeof value !== "object" || value === null) return;
      if ("events" in value && Array.isArray(value.events)) {
        assertMayPublish(ctx, value.events.length);
      }
    },
  };
}

/** Reads and validates the parts of a request. */
export async function read<E extends Endpoint>(
  { endpoint, request }: ApiRequest,
  params: Record<string, string>,
  inspect?: Inspect,
): Promise<Parsed<E>> {
  const body = await bodyOf(endpoint, request, inspect);
  if (endpoint.filtersByBody) assertNoQuery(new URL(request.url).searchParams);
  const parts = {
    params: endpoint.params && parseParams(endpoint.params, params),
    query:
      endpoint.query &&
      check("query", endpoint.query, readQuery(endpoint.query, new URL(request.url).searchParams)),
    body: endpoint.body && check("body", endpoint.body, body.value),
    bodyText: body.text,
  };
  // Safe: a part is filled exactly where the endpoint declares its schema, which is what Parsed<E> says.
  return parts as unknown as Parsed<E>;
}

/** Parses the parameters of a path. An id that fails validation is a 404, not a 400. */
function parseParams(schema: NonNullable<Endpoint["params"]>, params: Record<string, string>) {
  const result = schema.safeParse(params);
  if (!result.success) throw defaultProblem(40400);
  return result.data;
}

/** Reads the body only where the endpoint declares one. A DELETE may have any body; it is ignored. */
function bodyOf(
  endpoint: Endpoint,
  request: Request,
  inspect?: Inspect,
): Promise<JsonBody> | JsonBody {
  if (!endpoint.body) return { text: "", value: undefined };
  return readJson(request, endpoint.bodyLimit ?? defaultBodyLimit, inspect);
}
