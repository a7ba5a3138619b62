import type { IncomingMessage, ServerResponse } from "node:http";

type Reply = { status: number; afterMs?: number } | ((response: ServerResponse) => void);

/** The response to the `copy`th request of an event (from 1), which is the `place`th event received (from 0). */
export type Behaviour = (copy: number, place: number) => Reply;

/** Fails slowly, so that a killed process has requests in flight. The third copy of an event succeeds. */
export const failingSlowly: Behaviour = (copy) =>
  copy < 3 ? { status: 500, afterMs: 300 } : { status: 200 };

/** The same for one event in ten, so that the circuit stays closed. */
export const failingAtTimes: Behaviour = (copy, place) =>
  place % 10 === 0 ? failingSlowly(copy, place) : { status: 200 };

/**
 * Returns a request handler with this behaviour, the ids of events it answered with 2xx (the third ledger), and the
 * number of requests in flight.
 */
export function behave(behaviour: Behaviour) {
  const copies = new Map<string, { count: number; place: number }>();
  const succeeded = new Set<string>();
  const inFlight = { now: 0, most: 0 };

  function answer(response: ServerResponse, { headers }: IncomingMessage): void {
    const id = String(headers["webhook-id"]);
    inFlight.most = Math.max(inFlight.most, ++inFlight.now);
    response.once("close", () => inFlight.now--);
    const seen = copies.get(id) ?? { count: 0, place: copies.size };
    copies.set(id, seen);
    const reply = behaviour(++seen.count, seen.place);
    if (typeof reply === "function") reply(response);
    else setTimeout(() => finish(response, id, reply.status), reply.afterMs);
  }

  function finish(response: ServerResponse, id: string, status: number): void {
    if (status < 300) succeeded.add(id);
    response.writeHead(status).end();
  }
  return { answer, succeeded, inFlight };
}
