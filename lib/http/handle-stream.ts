import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseAway } from "@/db/away";
import type { Context } from "@/lib/context";
import { log } from "@/lib/log";
import type { Endpoint, Parsed } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { admit, admitFile } from "./admission";
import { read } from "./admit-and-read";
import { refusal, requestIdOf, streamedAnswer } from "./answer";
import type { ApiRequest } from "./api-request";
import { authenticate } from "./authenticate";
import type { Release } from "./bulkhead";
import { database, poolOf, readWith } from "./database";
import { deadlineOf } from "./health-probe-of";
import { type Handler, handlerOf } from "./methods";
import { assertNotJustRefused, noteRefusal } from "./recent-refusals";
import { fieldsOf, logAnswered } from "./request-log";
import { sourceOf } from "./request-source";
import { refuseSlowRead } from "./slow-read";

export type StreamedBody = { type: string; body: ReadableStream<Uint8Array> };
/** Runs a read of a response that has begun, once it has a place among the requests under way. */
type ReadInTurn = <T>(read: () => Promise<T>) => Promise<T>;
/** `headers` are those of the response. `inTurn` runs every read after the first part of the body. */
type Streaming = { request: Request; headers: ResponseHeaders; inTurn: ReadInTurn };
type Operation<E extends Endpoint> = (
  ctx: Context,
  input: Parsed<E>,
  streaming: Streaming,
) => Promise<StreamedBody>;

/**
 * Serves an endpoint in the order of `handle`, and streams what the operation returns. For responses that are not JSON.
 */
export function handleStream<E extends Endpoint>(endpoint: E, run: Operation<E>): Handler {
  return handlerOf(endpoint, async (request, route) => {
    const requestId = requestIdOf(request);
    const headers = new ResponseHeaders();
    const apiRequest: ApiRequest = { endpoint, request, startedAt: performance.now() };
    let caller: Context | undefined;
    try {
      const pool = poolOf(endpoint);
      const deadline = deadlineOf(endpoint, pool);
      deadline.assertDatabaseUp();
      assertNotJustRefused(apiRequest);
      const source = sourceOf(request, requestId);
      caller = await deadline.wait(authenticate(apiRequest, source, headers));
      const ctx = { ...caller, db: database(pool) };
      const input = await read<E>(apiRequest, await route.params);
      const places = await placesOf(ctx, apiRequest);
      const streaming = { request, headers, inTurn: places.inTurn };
      const begun = readWith(endpoint, (db) => run({ ...ctx, db }, input, streaming)).catch(
        (error) => refuseSlowRead(endpoint, error),
      );
      begun.then(places.begun, places.ended);
      const { type, body } = await deadline.wait(begun).catch((error) => {
        // The caller is refused: a stream that still comes is ended, so that its place is free again.
        begun.then(({ body }) => body.cancel()).then(places.ended, places.ended);
        throw error;
      });
      logAnswered(requestId, apiRequest, 200);
      const stream = untilEnd(body, places.ended, (error) => {
        const fields = fieldsOf(requestId, { ...apiRequest, caller: ctx });
        log[isDatabaseAway(error) ? "warn" : "error"]({ ...fields, err: error }, "response cut");
      });
      return streamedAnswer(type, stream, requestId, headers);
    } catch (error) {
      await noteRefusal(apiRequest, caller, error);
      return refusal(error, requestId, headers, apiRequest);
    }
  });
}

/** Places among the requests under way: `begun` gives back that of the first read, `ended` all. */
type Places = { begun: Release; ended: Release; inTurn: ReadInTurn };

/** Waits for the places of a response: one until its body ends, and one for each read. */
async function placesOf(ctx: Context, { endpoint, request }: ApiRequest): Promise<Places> {
  if (!endpoint.load) return { begun() {}, ended() {}, inTurn: (read) => read() };
  const acquire = () => admit(ctx, { endpoint, request });
  const endFile = await admitFile(ctx);
  const begun = await acquire().catch((error) => {
    endFile();
    throw error;
  });
  const ended = () => {
    begun();
    endFile();
  };
  return { begun, ended, inTurn: inTurnBy(acquire) };
}

function inTurnBy(acquire: () => Promise<Release>): ReadInTurn {
  return async (read) => {
    const release = await patiently(acquire);
    try {
      return await read();
    } finally {
      release();
    }
  };
}

const refusedMs = 1000;

/** Waits for a place for as long as it takes: the caller is being answered already. */
async function patiently(acquire: () => Promise<Release>): Promise<Release> {
  for (;;) {
    try {
      return await acquire();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error;
      await delay(refusedMs);
    }
  }
}

/** Error of a response that broke after it had begun. It was logged with its request. */
export class ResponseCut extends Error {
  override name = "ResponseCut";
}

/**
 * Returns the same stream. Calls `ended` once it is read, cancelled or broken, and `broken` with the error. The server then closes
 * the connection without the last chunk, so that a client does not take the response for a complete one.
 */
function untilEnd(
  body: ReadableStream<Uint8Array>,
  ended: () => void,
  broken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isCancelled = false;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (isCancelled) return;
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        broken(error);
        controller.error(new ResponseCut("The response was cut.", { cause: error }));
      }
    },
    cancel(reason) {
      isCancelled = true;
      ended();
      return reader.cancel(reason);
    },
  };
  // Reads nothing ahead.
  return new ReadableStream(source, { highWaterMark: 0 });
}
