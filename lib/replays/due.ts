import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { replays } from "@/db/schema/replays";

/** A replay with a due step. `accountId` is null for replays over all accounts. */
export type DueReplay = { id: string; accountId: string | null };

/**
 * Returns the next replays to step: of each account the one that waits longest, and of those the ones that wait longest.
 * An account with many replays gets no more steps than one with a single replay. Accounts in `busy` and replays in `locked` are
 * left out.
 */
export async function dueReplays(
  db: Queries,
  { busy, locked, limit }: { busy: (string | null)[]; locked: string[]; limit: number },
): Promise<DueReplay[]> {
  const accounts = JSON.stringify(busy.map((accountId) => accountId ?? ""));
  const rows = await db.execute<DueReplay>(sql`
    with due as (
      select distinct on (account_id) id, account_id, next_step_at from ${replays}
      where finished_at is null and next_step_at <= now()
        and not coalesce(account_id::text, '') = any(array(select jsonb_array_elements_text(${accounts}::jsonb)))
        and not id::text = any(array(select jsonb_array_elements_text(${JSON.stringify(locked)}::jsonb)))
      order by account_id, next_step_at
    )
    select id, account_id as "accountId" from due order by next_step_at limit ${limit}`);
  return [...rows];
}

/** Returns the milliseconds until the next step of any replay, by the database's clock, or null when there is no replay. */
export async function nextStepInMs(db: Queries): Promise<number | null> {
  const [next] = await db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(next_step_at) - now()) * 1000)::float8 as ms
    from ${replays} where finished_at is null`);
  return next?.ms ?? null;
}
