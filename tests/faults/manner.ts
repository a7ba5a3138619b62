import type { IncomingMessage, ServerResponse } from "node:http";

type Reply = { status: number; afterMs?: number } | ((response: ServerResponse) => void);

/** What a receiver answers to the first, second … copy of an event, the `place`th that it ever got. */
export type Manner = (copy: number, place: number) => Reply;

/** Fails so slowly that whoever is killed has requests under way; each event succeeds at the third copy. */
export const failingSlowly: Manner = (copy) =>
  copy < 3 ? { status: 500, afterMs: 300 } : { status: 200 };

/** The same for one event in ten, so that its circuit stays closed. */
export const failingAtTimes: Manner = (copy, place) =>
  place % 10 === 0 ? failingSlowly(copy, place) : { status: 200 };

/** A receiver's way to answer, with the events to which it said yes: the third ledger. */
export function behave(manner: Manner) {
  const copies = new Map<string, { count: number; place: number }>();
  const succeeded = new Set<string>();

  function answer(response: ServerResponse, { headers }: IncomingMessage): void {
    const id = String(headers["webhook-id"]);
    const seen = copies.get(id) ?? { count: 0, place: copies.size };
    copies.set(id, seen);
    const reply = manner(++seen.count, seen.place);
    if (typeof reply === "function") reply(response);
    else setTimeout(() => finish(response, id, reply.status), reply.afterMs);
  }

  function finish(response: ServerResponse, id: string, status: number): void {
    if (status < 300) succeeded.add(id);
    response.writeHead(status).end();
  }
  return { answer, succeeded };
}
