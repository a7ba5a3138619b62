import type { Context } from "@/lib/context";
import type { Endpoint, Parsed } from "@/lib/protocol/endpoint";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { admit } from "./admission";
import { read } from "./admit-and-read";
import { flowing, refusal, requestIdOf } from "./answer";
import { authenticate } from "./authenticate";
import { database, poolOf, readWith } from "./database";
import { deadlineOf } from "./health-probe-of";
import { type Handler, handlerOf } from "./methods";
import { originOf } from "./origin";
import { type Asked, assertNotJustRefused, noteRefusal } from "./recent-refusals";
import { refuseSlowRead } from "./slow-read";

export type Flow = { type: string; body: ReadableStream<Uint8Array> };
type Operation<E extends Endpoint> = (
  ctx: Context,
  input: Parsed<E>,
  request: Request,
  headers: ResponseHeaders,
) => Promise<Flow>;

/**
 * Serves an endpoint in the order of `handle`, and streams what the operation returns. For responses that are not JSON.
 */
export function flow<E extends Endpoint>(endpoint: E, run: Operation<E>): Handler {
  return handlerOf(endpoint, async (request, route) => {
    const requestId = requestIdOf(request);
    const headers = new ResponseHeaders();
    const asked: Asked = { endpoint, request };
    let caller: Context | undefined;
    try {
      const pool = poolOf(endpoint);
      const deadline = deadlineOf(endpoint, pool);
      deadline.assertDatabaseUp();
      assertNotJustRefused(asked);
      const origin = originOf(request, requestId);
      caller = await deadline.wait(authenticate(request, endpoint.access, origin, headers));
      const ctx = { ...caller, db: database(pool) };
      const input = await read<E>(asked, await route.params);
      const release = endpoint.load ? await admit(ctx, { endpoint, request }) : () => {};
      const flow = readWith(endpoint, (db) => run({ ...ctx, db }, input, request, headers)).catch(
        (error) => refuseSlowRead(endpoint, error),
      );
      const { type, body } = await deadline.wait(flow).catch((error) => {
        // The caller is refused: a stream that still comes is ended, so that its place is free again.
        flow.then(({ body }) => body.cancel()).then(release, release);
        throw error;
      });
      return flowing(type, untilEnd(body, release), requestId, headers);
    } catch (error) {
      await noteRefusal(asked, caller, error);
      return refusal(error, requestId, headers);
    }
  });
}

/** Returns the same stream. Calls `ended` once it is read, cancelled or broken. */
function untilEnd(body: ReadableStream<Uint8Array>, ended: () => void) {
  const through = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(through.writable).then(ended, ended);
  return through.readable;
}
