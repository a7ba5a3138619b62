import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";
import { fanOuts } from "@/db/schema/fan-outs";
import { operationalEvents } from "@/db/schema/operational-events";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { heldBack } from "@/lib/health/held-back";
import { hasTrueDueTime } from "@/lib/queue/due-now";
import { lateAfter, lateBy, limitUsedUp } from "@/lib/queue/late";
import { queueRowsOf } from "@/lib/queue/rows-of-account";

/** Limit of counts. More would not inform better, and would take longer. */
const most = 10_000;

/** Latest deliveries from which the latency is computed. */
const sampled = 1000;

/** Deliveries read to find that many with a first attempt. */
const lookedAt = 2 * sampled;

/**
 * Returns the 95th percentile of the time from publishing to the first attempt, in milliseconds, over the last hour;
 * null without deliveries. Samples the latest deliveries, so that the cost does not grow with their number. Starts
 * below the oldest delivery without an attempt: nearly all below it have one, while a backlog above it would be read in
 * full. Leaves out webhooks that were held back in that hour, and those that are or were late by their own limits, because that time is
 * not the queue's.
 */
export async function claimLatency(db: Queries): Promise<number | null> {
  const [row] = await db.execute<{ p95: number | null }>(sql`
    with begun as materialized (
      select d.webhook_id, d.created_at, a.started_at
      from (
        select id, webhook_id, created_at from ${deliveries}
        where id >= id_at(now() - interval '1 hour') and trigger = 'event' and id <= (${latest()})
        order by id desc limit ${lookedAt}
      ) d cross join lateral (
        select started_at from ${attempts} where delivery_id = d.id and number = 1 limit 1
      ) a
      where (d.webhook_id in (${heldBack} union all ${released()}
        union all select webhook_id from (${longestWaiting()}) longest where late_by is not null)) is not true
    )
    select percentile_cont(0.95) within group (order by waited) as p95
    from (
      select greatest(0, extract(epoch from started_at - created_at) * 1000) as waited from begun
      where (webhook_id in (${lateBefore})) is not true
      limit ${sampled}
    ) as sample`);
  return row?.p95 == null ? null : Math.round(row.p95);
}

/** SQL, with `begun`, for the webhooks that were late. The longest wait of each decides. */
const lateBefore = sql`
  select longest.webhook_id from (
    select distinct on (webhook_id) * from begun where started_at - created_at > ${lateAfter}
    order by webhook_id, started_at - created_at desc
  ) longest join ${webhooks} on ${webhooks.id} = longest.webhook_id
  where (${limitUsedUp(sql`longest.created_at`, sql`longest.started_at`)}) is not null`;

/** Returns the id of the delivery that has waited longest for its first attempt, or the highest id when none waits. */
function latest(): SQL {
  return sql`coalesce((
    select delivery_id from ${queue} where lane = 0 and due_at <= now() and attempt = 0 order by due_at limit 1
  ), 'ffffffff-ffff-ffff-ffff-ffffffffffff')`;
}

/** SQL for the webhooks that were held back until some time of the last hour. */
function released(): SQL {
  return sql`
    select webhook_id from ${operationalEvents}
    where created_at > now() - interval '1 hour' and kind in ('webhook.circuit_closed', 'webhook.resumed')`;
}

/**
 * Returns the queue depth. Reads lane by lane, because each lane has its own index. Rows of a paused webhook that are not
 * parked yet are counted by webhook, and count as held. Retries of sample data are scheduled, and never due.
 */
export async function queueFacts(db: Queries) {
  const ready = sql`due_at <= now()`;
  const [row] = await db.execute<{
    ready: number;
    expanding: number;
    oldest_due_at: string | null;
    late_webhooks: number;
    scheduled: number;
    parked: number;
    paused_due: number;
    paused_later: number;
    sample: number;
  }>(sql`
    with longest as materialized (${longestWaiting()})
    select ${count(ready)} as ready, ${count(sql`due_at > now() and due_at < 'infinity'`)} as scheduled,
      ${count(sql`due_at = 'infinity'`)} as parked, ${oldest} as oldest_due_at,
      (select count(*)::int from longest where late_by is not null) as late_webhooks,
      (select coalesce(sum(size - done), 0)::float8 from ${fanOuts}) as expanding,
      (select count(*)::int from ${queueRowsOf(sampleAccount.id)} q where lane = 3 and due_at < 'infinity') as sample,
      paused_due, paused_later
    from (${ofPaused()}) of_paused`);
  const { paused_due: due = 0, paused_later: later = 0, sample = 0 } = row ?? {};
  return {
    ready: Math.max(0, (row?.ready ?? 0) - due),
    expanding: row?.expanding ?? 0,
    oldestDueAt: row?.oldest_due_at ? new Date(row.oldest_due_at) : null,
    scheduled: Math.min(most, Math.max(0, (row?.scheduled ?? 0) - later) + sample),
    held: Math.min(most, (row?.parked ?? 0) + due + later),
    lateWebhooks: row?.late_webhooks ?? 0,
  };
}

/** SQL for the number of rows of paused webhooks that are not parked: those that are due, and others. */
function ofPaused(): SQL {
  return sql`
    select (count(*) filter (where due_at <= now()))::int as paused_due,
      (count(*) filter (where due_at > now()))::int as paused_later
    from (
      select q.due_at from ${webhooks} w cross join lateral (
        select due_at from ${queue}
        where webhook_id = w.id and lane < 3 and due_at < 'infinity' and not leased
          and trigger not in ('test', 'resend') limit ${most}
      ) q where w.paused_at is not null limit ${most}
    ) held`;
}

function count(which: SQL): SQL {
  const rows = lanes(
    (lane) => sql`(select 1 from ${queue} where ${lane} and ${which} limit ${most})`,
  );
  return sql`(select least(count(*), ${most})::int from (${rows}) as counted)`;
}

/** SQL, with `longest`, for the due time of the oldest delivery, without webhooks that are paused, have an open circuit or are late. */
const oldest = sql`(
    select to_char(min(due_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from longest
    where late_by is null and webhook_id not in (${heldBack}))`;

/**
 * SQL for the webhooks with the oldest due deliveries: `due_at` of the oldest, and `late_by`, the limit that makes the webhook late. Looks
 * at the first due rows of each lane, so that its cost does not grow with the backlog. Those that a lost worker holds are due, too.
 */
function longestWaiting(): SQL {
  const firsts = lanes(
    (lane) => sql`(
      select webhook_id, due_at from ${queue} q
      where ${lane} and due_at <= now() and ${sql.raw(hasTrueDueTime("q"))} order by due_at limit ${most})`,
  );
  return sql`
    select q.webhook_id, q.due_at, ${lateBy(sql`q.due_at`)} as late_by
    from (select webhook_id, min(due_at) as due_at from (${firsts}) firsts group by 1) q
      left join ${webhooks} on ${webhooks.id} = q.webhook_id
      left join ${receivers} on ${receivers.webhookId} = q.webhook_id`;
}

function lanes(of: (lane: SQL) => SQL): SQL {
  const each = [0, 1, 2].map((lane) => of(sql`lane = ${sql.raw(String(lane))}`));
  return sql.join(each, sql` union all `);
}
