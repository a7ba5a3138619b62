import { and, eq, isNull, or, sql } from "drizzle-orm";
import { replayItems, replays } from "@/db/schema/replays";
import { type Context, owned } from "@/lib/context";

/** Counts the caller's running replays that have deliveries left to queue, for all accounts or for one. */
export function countUnsent(ctx: Context, account: string | undefined): Promise<number> {
  const isWaiting = sql`exists (
    select from ${replayItems} i where i.replay_id = ${replays.id} and i.state = 'waiting')`;
  return ctx.db.$count(
    replays,
    and(
      owned(ctx, replays.accountId),
      account ? or(isNull(replays.accountId), eq(replays.accountId, account)) : undefined,
      eq(replays.status, "running"),
      or(eq(replays.collected, false), isWaiting),
    ),
  );
}
