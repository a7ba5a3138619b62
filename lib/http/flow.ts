import type { Context } from "@/lib/context";
import type { Endpoint, Parsed } from "@/lib/protocol/endpoint";
import { flowing, refusal, requestIdOf } from "./answer";
import { authenticate } from "./authenticate";
import { pulse } from "./database-pulse";
import { defaultPatienceMs, type Handler, read } from "./handle";
import { originOf } from "./origin";
import { Patience } from "./patience";

export type Flow = { type: string; body: ReadableStream<Uint8Array> };
type Operation<E extends Endpoint> = (
  ctx: Context,
  input: Parsed<E>,
  request: Request,
  headers: Headers,
) => Promise<Flow>;

/** The order of `handle` for an answer that is no JSON: what the operation gives goes out as it comes. */
export function flow<E extends Endpoint>(endpoint: E, run: Operation<E>): Handler {
  return async (request, route) => {
    const requestId = requestIdOf(request);
    const headers = new Headers();
    try {
      const patience = new Patience(pulse, endpoint.patienceMs ?? defaultPatienceMs);
      patience.assertHope();
      const origin = originOf(request, requestId);
      const ctx = await patience.wait(authenticate(request, endpoint.access, origin, headers));
      const input = await read(endpoint, request, await route.params);
      const { type, body } = await patience.wait(run(ctx, input, request, headers));
      return flowing(type, body, requestId, headers);
    } catch (error) {
      return refusal(error, requestId, headers);
    }
  };
}
