import { sql } from "drizzle-orm";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { isRetrying } from "@/lib/queue/is-retrying";
import { queueRowsOf } from "@/lib/queue/rows-of-account";
import { subscribed } from "@/lib/sql";
import { counted } from "@/lib/tallies/counted";
import type { HealthState } from "./contract";
import { isFailing } from "./failing";
import { dayAgo } from "./measured";

/**
 * Counts webhooks by state. The rule is that of `classifyHealth`, in SQL, because the header of every page shows the result:
 * the rows of thousands of webhooks would block the process.
 */
export function countStates(ctx: Context): Promise<{ state: HealthState; n: number }[]> {
  const { accountId } = ctx;
  return ctx.db.execute(sql`
    select case
        when ${webhooks.pauseReason} in ('gone', 'failing') then 'auto_paused'
        when ${webhooks.pausedAt} is not null then 'paused'
        when ${isFailing(sql`${receivers}`)} then 'failing'
        when day.failed > 0 or waiting.webhook_id is not null then 'degraded'
        when day.delivered > 0 then 'healthy'
        else 'no_traffic' end as state,
      count(*)::int as n
    from ${webhooks}
      left join ${receivers} on ${receivers.webhookId} = ${webhooks.id}
      left join (
        select webhook_id, sum(n) filter (where result = 'delivered') as delivered,
          sum(n) filter (where result = 'failed') as failed
        from (${counted({ grain: 30, from: dayAgo, accountId })}) t group by 1
      ) day on day.webhook_id = ${webhooks.id}
      left join (
        select distinct webhook_id from ${queueRowsOf(accountId)} q where ${isRetrying(sql`q`)}
      ) waiting on waiting.webhook_id = ${webhooks.id}
    where ${subscribed} and ${owned(ctx, webhooks.accountId) ?? sql`true`}
    group by 1`);
}
