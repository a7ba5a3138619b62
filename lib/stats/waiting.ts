import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { fanOuts } from "@/db/schema/fan-outs";
import { heldBack } from "@/lib/health/held-back";
import { hasTrueDueTime } from "@/lib/queue/due-now";
import { isRetrying } from "@/lib/queue/is-retrying";
import { queueRowsOf } from "@/lib/queue/rows-of-account";
import type { StatsScope } from "./outcomes";

type Waiting = {
  ready: number;
  oldestSeconds: number | null;
  unfinished: number;
  retrying: number;
  /** Deliveries that fan-outs have not created yet. `ready` includes them. */
  expanding: number;
  /** Deliveries that are parked, because their webhook is paused. */
  parked: number;
};

/** Returns the current queue depth. Sample data is in lane 3, which is never due. */
export async function waitingOf(
  { db }: { db: Queries },
  { accountId, webhooks: named }: StatsScope,
): Promise<Waiting> {
  const isOwn = accountId === null ? sql`true` : sql`account_id = ${accountId}::uuid`;
  const isMeant = named ? sql`${isOwn} and webhook_id in ${named}` : sql`true`;
  // Fan-outs are not counted by webhook.
  const expanding = named
    ? sql`0`
    : sql`(select coalesce(sum(size - done), 0)::float8 from ${fanOuts}
        where ${accountId === null ? sql`true` : sql`account_id = ${accountId}::uuid`})`;
  const [row] = await db.execute<Waiting>(sql`
    select (count(*) + ${expanding})::float8 as unfinished,
      ((count(*) filter (where ready)) + ${expanding})::float8 as ready, ${expanding}::float8 as expanding,
      extract(epoch from now() - min(due_at) filter (where ready and not held and ${sql.raw(hasTrueDueTime("q"))}))::float8 as "oldestSeconds",
      (count(*) filter (where ${isRetrying(sql`q`)}))::int as retrying,
      (count(*) filter (where due_at = 'infinity' and lane < 3))::int as parked
    from (
      select *, not leased and due_at <= now() and lane < 3 as ready,
        webhook_id in (${heldBack}) as held
      from ${queueRowsOf(named ? null : accountId)} rows where ${isMeant}
    ) q`);
  const none = { ready: 0, unfinished: 0, retrying: 0, expanding: 0, parked: 0 };
  return row ?? { ...none, oldestSeconds: null };
}
