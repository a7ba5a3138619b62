import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { idempotencyKeys } from "@/db/schema/idempotency";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import type { Fingerprint } from "./fingerprint";

const day = sql`now() - interval '24 hours'`;
/** Old responses deleted with each stored one: more than one, so that they do not pile up. */
const forgottenAtOnce = 20;

/** `path` names the key in errors. */
export type Asked = { key: string; fingerprint: Fingerprint; path: string };
type Answered = Pick<Asked, "key" | "fingerprint"> & { status: number; answer: string | null };

/** Returns the scope of a key: two accounts may use the same one. */
export function scopeOf({ accountId, actor }: Context): string {
  if (accountId) return accountId;
  return actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : "";
}

/**
 * Returns the stored responses by key. Locks the other keys until the transaction ends.
 * @throws Problem 40900 while another request with one of the keys runs, 42200 when a key was used for another request
 */
export async function findResponses(tx: Queries, scope: string, asked: Asked[]) {
  const keys = asked.map(({ key }) => key);
  await lockKeys(tx, scope, keys);
  const rows = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.scope, scope),
        inArray(idempotencyKeys.key, keys),
        gt(idempotencyKeys.createdAt, day),
      ),
    );
  const known = new Map(rows.map((row) => [row.key, row]));
  for (const { key, fingerprint, path } of asked) {
    const before = known.get(key);
    if (before && !fingerprint.includes(before.fingerprint)) throw usedOtherwise(path);
  }
  return known;
}

function usedOtherwise(path: string): Problem {
  const message =
    "This key was used with another request in the last 24 hours. Repeat that request unchanged, or use a new key";
  return problemAt(path, message, 42200);
}

/**
 * Stores responses and deletes some old ones. Deletes last, and skips locked rows: with a row that it had deleted, it could wait
 * for another request that reuses an old key, and that one for this.
 */
export async function storeResponses(
  tx: Queries,
  scope: string,
  answers: Answered[],
): Promise<void> {
  if (answers.length === 0) return;
  await tx
    .insert(idempotencyKeys)
    .values(
      answers.map(({ fingerprint: [made], ...one }) => ({ scope, fingerprint: made, ...one })),
    )
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: {
        fingerprint: sql`excluded.fingerprint`,
        status: sql`excluded.status`,
        answer: sql`excluded.answer`,
        createdAt: sql`now()`,
      },
    });
  await tx.delete(idempotencyKeys).where(sql`ctid = any(array(
    select ctid from ${idempotencyKeys} where ${lt(idempotencyKeys.createdAt, day)}
    order by ${idempotencyKeys.createdAt} limit ${forgottenAtOnce + answers.length}
    for update skip locked))`);
}

async function lockKeys(tx: Queries, scope: string, keys: string[]): Promise<void> {
  const locks = await tx.execute<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${scope} || ' ' || key, 0)) as locked
    from json_array_elements_text(${JSON.stringify(keys)}::json) as key`);
  if (locks.every(({ locked }) => locked)) return;
  throw new Problem(
    40900,
    "A request with this idempotency key is still running. Repeat this one in a second to get its response.",
    { headers: { "retry-after": "1" } },
  );
}
