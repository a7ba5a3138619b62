import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { fanOuts } from "@/db/schema/fan-outs";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { heldBack } from "@/lib/health/held-back";
import { isRetrying } from "@/lib/queue/is-retrying";
import { lateBy, oldestDue } from "@/lib/queue/late";
import { queueRowsOf } from "@/lib/queue/rows-of-account";
import { subscribed } from "@/lib/sql";
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
  /** Webhooks that are late: see `lateBy`. `oldestSeconds` leaves their deliveries out. */
  late: number;
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
  // One line for each webhook, so that its limits are looked at once: without `offset`, once for each mention of `late.by`.
  const [row] = await db.execute<Waiting>(sql`
    select (coalesce(sum(q.n), 0) + ${expanding})::float8 as unfinished,
      (coalesce(sum(q.ready), 0) + ${expanding})::float8 as ready, ${expanding}::float8 as expanding,
      extract(epoch from now() - min(q.oldest) filter (where late.by is null and q.webhook_id not in (${heldBack})))::float8 as "oldestSeconds",
      (count(*) filter (where late.by is not null and ${subscribed}))::int as late,
      coalesce(sum(q.retrying), 0)::int as retrying, coalesce(sum(q.parked), 0)::int as parked
    from (
      select webhook_id, count(*) as n, count(*) filter (where not leased and due_at <= now() and lane < 3) as ready,
        ${oldestDue("q")} as oldest,
        count(*) filter (where ${isRetrying(sql`q`)}) as retrying,
        count(*) filter (where due_at = 'infinity' and lane < 3) as parked
      from ${queueRowsOf(named ? null : accountId)} q where ${isMeant} group by 1
    ) q left join ${webhooks} on ${webhooks.id} = q.webhook_id
      left join ${receivers} on ${receivers.webhookId} = q.webhook_id
      cross join lateral (select ${lateBy(sql`q.oldest`)} as by offset 0) late`);
  const none = { ready: 0, unfinished: 0, retrying: 0, expanding: 0, parked: 0, late: 0 };
  return row ?? { ...none, oldestSeconds: null };
}
