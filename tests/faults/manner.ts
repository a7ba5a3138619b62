import type { IncomingMessage, ServerResponse } from "node:http";

type Reply = { status: number; afterMs?: number } | ((response: ServerResponse) => void);

/** What a receiver answers to the first, second … copy of an event. */
export type Manner = (copy: number) => Reply;

/** Fails so slowly that whoever is killed has requests under way; each event succeeds at the third copy. */
export const failingSlowly: Manner = (copy) =>
  copy < 3 ? { status: 500, afterMs: 300 } : { status: 200 };

/** A receiver's way to answer, with the events to which it said yes: the third ledger. */
export function behave(manner: Manner) {
  const copies = new Map<string, number>();
  const succeeded = new Set<string>();

  function answer(response: ServerResponse, { headers }: IncomingMessage): void {
    const id = String(headers["webhook-id"]);
    const copy = (copies.get(id) ?? 0) + 1;
    copies.set(id, copy);
    const reply = manner(copy);
    if (typeof reply === "function") reply(response);
    else setTimeout(() => finish(response, id, reply.status), reply.afterMs);
  }

  function finish(response: ServerResponse, id: string, status: number): void {
    if (status < 300) succeeded.add(id);
    response.writeHead(status).end();
  }
  return { answer, succeeded };
}
