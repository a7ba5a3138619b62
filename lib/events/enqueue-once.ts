import type { Context } from "@/lib/context";
import {
  type Asked,
  findResponses,
  scopeOf,
  storeResponses,
} from "@/lib/idempotency/stored-responses";
import { problemAt } from "@/lib/protocol/problem-at";
import type { StoredEvent } from "@/lib/queue/enqueue";
import type { NewEvent } from "@/lib/queue/new-event";
import { runInTransaction } from "@/lib/queue/run-in-transaction";
import { eventsApi } from "./contract";

type Keyed = Asked & { n: number };

export function answerOf({ id, event, createdAt, deliveryIds, deferred }: StoredEvent) {
  return { id, event, createdAt, deliveries: deliveryIds.length + deferred };
}
type Answer = ReturnType<typeof answerOf>;

/** Returns the members that were answered before. */
export async function answeredOf(ctx: Context, keyed: Keyed[]): Promise<Set<number>> {
  if (keyed.length === 0) return new Set();
  const known = await findResponses(ctx.db, scopeOf(ctx), keyed);
  return new Set(keyed.filter(({ key }) => known.has(key)).map(({ n }) => n));
}

/** Stores a batch with idempotency keys. Members that were answered before get that answer; the others are stored. */
export async function enqueueOnce(ctx: Context, newEvents: NewEvent[], keyed: Keyed[]) {
  assertDistinct(keyed);
  const scope = scopeOf(ctx);
  return runInTransaction(ctx, async ({ db, queue }) => {
    const known = await findResponses(db, scope, keyed);
    const old = new Map(keyed.flatMap(({ key, n }) => entry(n, known.get(key)?.answer)));
    const fresh = newEvents.filter((_, n) => !old.has(n));
    const stored = (await queue.enqueue(fresh)).map(answerOf);
    const all = newEvents.map((_, n) => old.get(n) ?? stored.shift()).filter(isPresent);
    const first = keyed.filter(({ n }) => !old.has(n));
    await storeResponses(
      db,
      scope,
      first.map(({ n, key, fingerprint }) => ({ key, fingerprint, ...storedEventOf(all[n]) })),
    );
    return all;
  });
}

function assertDistinct(keyed: Keyed[]): void {
  const seen = new Set<string>();
  for (const { key, path } of keyed) {
    if (seen.has(key)) {
      throw problemAt(path, twice);
    }
    seen.add(key);
  }
}
const twice = "Another event of this batch has the same key; give each its own";

function entry(n: number, answer: string | null | undefined): [number, Answer][] {
  if (!answer) return [];
  const stored = JSON.parse(answer);
  return [[n, { ...stored, createdAt: new Date(stored.createdAt) }]];
}

function storedEventOf(answer: Answer | undefined) {
  return { status: eventsApi.publishBatch.status, answer: JSON.stringify(answer) };
}

function isPresent(answer: Answer | undefined): answer is Answer {
  return answer !== undefined;
}
