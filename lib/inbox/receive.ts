import { and, eq, lte, sql } from "drizzle-orm";
import type { Database, Queries } from "@/db/client";
import { inboxBins, inboxRequests } from "@/db/schema/inbox";
import { Id } from "@/lib/protocol/ids";
import type { Header } from "@/lib/queue/attempt-result";
import { isReserved } from "@/lib/settings/headers";
import { verifySignature } from "./verify-signature";

/** Stored requests of a bin; the newest stay. */
const keptRequests = 200;
/** Bytes of a body that are stored. */
const keptBody = 64 * 1024;

type Arrived = {
  /** Id of the webhook. The worker that sends the delivery states it. */
  sender: string;
  method: string;
  headers: Header[];
  body: Buffer;
};
export type Answer = {
  binId: string;
  accountId: string;
  number: number;
  status: number;
  delayMs: number;
  retryAfterSeconds: number | null;
};

/** Stores a request and returns how to answer it, or null when there is no such bin. */
export async function receive(
  db: Database,
  token: string,
  arrived: Arrived,
): Promise<Answer | null> {
  const [bin] = await db.select().from(inboxBins).where(eq(inboxBins.token, token));
  if (!bin) return null;
  const signature = await verifySignature(db, bin, arrived);
  return db.transaction(async (tx) => {
    const answer = await nextAnswer(tx, bin.id);
    if (!answer) return null;
    const { number, status } = answer;
    await tx.insert(inboxRequests).values({
      binId: bin.id,
      number,
      answered: status,
      eventId: eventOf(arrived.headers),
      ...signature,
      ...storedRequest(arrived),
    });
    await tx
      .delete(inboxRequests)
      .where(
        and(eq(inboxRequests.binId, bin.id), lte(inboxRequests.number, number - keptRequests)),
      );
    return answer;
  });
}

/**
 * Takes the next queued answer, or else the default answer. Locks the bin, so that concurrent requests are answered one
 * by one.
 */
async function nextAnswer(tx: Queries, id: string): Promise<Answer | null> {
  const [bin] = await tx.select().from(inboxBins).where(eq(inboxBins.id, id)).for("update");
  if (!bin) return null;
  const [status = bin.status, ...next] = bin.next;
  const number = bin.received + 1;
  await tx
    .update(inboxBins)
    .set({ received: number, next, lastRequestAt: sql`now()` })
    .where(eq(inboxBins.id, id));
  const asksForLater = status === 429 || status === 503;
  return {
    binId: id,
    accountId: bin.accountId,
    number,
    status,
    delayMs: bin.delaySeconds * 1000,
    retryAfterSeconds: asksForLater ? bin.retryAfterSeconds : null,
  };
}

function storedRequest({ method, headers, body }: Arrived) {
  return {
    method,
    headers: JSON.stringify(keptHeaders(headers)),
    body: body.subarray(0, keptBody),
    size: body.length,
    truncated: body.length > keptBody,
  };
}

function eventOf(headers: Header[]): string | null {
  const [, id] = headers.find(([name]) => name.toLowerCase() === "webhook-id") ?? [];
  return Id.safeParse(id).data ?? null;
}

/** Returns headers as stored. Values of custom headers are dropped, as in the log of attempts: they may be secrets. */
function keptHeaders(headers: Header[]): Header[] {
  return headers.map(([name, value]) => [name, isReserved(name) ? value : "***"]);
}
