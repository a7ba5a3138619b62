import { type SQL, sql } from "drizzle-orm";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { isRetrying } from "@/lib/queue/is-retrying";
import { lateBy, oldestDue } from "@/lib/queue/late";
import { queueRowsOf } from "@/lib/queue/rows-of-account";
import { subscribed } from "@/lib/sql";
import { counted } from "@/lib/tallies/counted";
import { isFailing } from "./failing";
import { dayAgo } from "./measured";

/**
 * SQL for the state of each webhook of the caller, with what lists sort by: `state`, `since`, `delivered` and `troubled` (failed or
 * waiting for a retry) of the last day, `last_failure`, and `is_late`. The rule is that of `classifyHealth`, in SQL, because the rows of
 * thousands of webhooks would block the process. With `offset 0`, Postgres looks at the limits of each webhook once. Without, it looks
 * again for each column that needs them, and a list of 20,000 webhooks takes three times as long.
 */
export function statesOf(ctx: Pick<Context, "accountId">): SQL {
  const { accountId } = ctx;
  return sql`
    select ${webhooks.id} as webhook_id, judged.state,
      late.by is not null as is_late,
      case
        when ${webhooks.pausedAt} is not null then ${webhooks.pausedAt}
        when judged.state = 'late' then waiting.oldest
        when judged.state in ('failing', 'degraded') then ${receivers.failingSince} end as since,
      coalesce(day.delivered, 0) as delivered, coalesce(day.failed, 0) + coalesce(waiting.n, 0) as troubled,
      day.last_failure
    from ${webhooks}
      left join ${receivers} on ${receivers.webhookId} = ${webhooks.id}
      left join (
        select webhook_id, sum(n) filter (where result = 'delivered') as delivered,
          sum(n) filter (where result = 'failed') as failed,
          max(last_at) filter (where cause is not null) as last_failure
        from (${counted({ grain: 30, from: dayAgo, accountId })}) t group by 1
      ) day on day.webhook_id = ${webhooks.id}
      left join (
        select webhook_id, count(*) filter (where ${isRetrying(sql`q`)}) as n, ${oldestDue("q")} as oldest
        from ${queueRowsOf(accountId)} q group by 1
      ) waiting on waiting.webhook_id = ${webhooks.id}
      cross join lateral (select ${lateBy(sql`waiting.oldest`)} as by offset 0) late
      cross join lateral (select case
        when ${webhooks.pauseReason} in ('gone', 'failing') then 'auto_paused'
        when ${webhooks.pausedAt} is not null then 'paused'
        when ${isFailing(sql`${receivers}`)} then 'failing'
        when day.failed > 0 or waiting.n > 0 then 'degraded'
        when late.by is not null then 'late'
        when day.delivered > 0 then 'healthy'
        else 'no_traffic' end as state) judged
    where ${subscribed} and ${owned(ctx, webhooks.accountId) ?? sql`true`}`;
}
