import { type SQL, sql } from "drizzle-orm";
import type { Cause, EventName } from "@/db/enums";
import { deliveries } from "@/db/schema/deliveries";
import { fanOuts } from "@/db/schema/fan-outs";
import type { Context } from "@/lib/context";
import { isRetrying, isUnfinished } from "@/lib/queue/is-retrying";
import { queueRowsOf } from "@/lib/queue/rows-of-account";
import { byEventAtMost } from "./contract";
import type { Choice } from "./outcomes";
import type { Slots } from "./slots";

type Counts = {
  slot: number;
  event: EventName | null;
  /** Of the last failure. */
  cause?: Cause | null;
  n: number;
  retrying?: number;
};

/**
 * Returns the deliveries of each slot that tallies do not count, because no attempt ended them: those that were cancelled,
 * those that have not ended (`pending`), and the part of these that waits for a retry (`waiting`). The first slot includes
 * the `earlier` ones. `cancelledBy` counts the cancelled ones by event, `pendingBy` those that have not ended by event and cause.
 */
export async function deliveriesBySlot(ctx: Context, slots: Slots, choice: Choice) {
  // In turn: see the caller's bound on connections.
  const cancelled = await cancelledIn(ctx, slots, choice);
  const unfinished = await unfinishedFrom(ctx, slots, choice);
  const expanding = await expandingFrom(ctx, slots, choice);
  const pendingBy = await unfinishedByEventAndCause(ctx, slots, choice);
  const pending = [...unfinished, ...expanding];
  const waiting = unfinished.map(({ retrying = 0, ...one }) => ({ ...one, n: retrying }));
  return {
    cancelled: countsOf(slots, cancelled),
    pending: countsOf(slots, pending),
    waiting: countsOf(slots, waiting),
    earlier: { waiting: earlierOf(waiting), pending: earlierOf(pending) },
    cancelledBy: cancelled,
    pendingBy: pendingBy && [...pendingBy, ...expanding],
  };
}

/** Counts cancelled deliveries by the time they were cancelled. */
async function cancelledIn(ctx: Context, slots: Slots, { of, event, cause }: Choice) {
  const { from, to, widthMs } = slots;
  return ctx.db.execute<Counts>(sql`
    select floor(extract(epoch from finished_at - ${from.toISOString()}::timestamptz)
      / ${widthMs / 1000}::int)::int as slot, event, count(*)::int as n
    from ${deliveries}
    where status = 'cancelled' and trigger <> 'test'
      and finished_at >= ${from.toISOString()}::timestamptz and finished_at < ${to.toISOString()}::timestamptz
      and ${of.accountId === null ? sql`true` : sql`account_id = ${of.accountId}::uuid`}
      and ${isOneOf(sql`webhook_id`, of.webhooks)}
      and ${isOneOf(sql`event`, event)} and ${isOneOf(sql`cause`, cause)}
    group by 1, 2`);
}

/** Counts unfinished deliveries by the time they were created. */
async function unfinishedFrom(ctx: Context, slots: Slots, choice: Choice) {
  const { event, cause } = choice;
  const inLog = event || cause ? sql`join ${deliveries} d on d.id = q.delivery_id` : sql``;
  return ctx.db.execute<Counts>(sql`
    select ${slotOf(sql`q.delivery_id`, slots)} as slot, null as event, count(*)::int as n,
      (count(*) filter (where ${isRetrying(sql`q`)}))::int as retrying
    from ${rowsOf(choice)} q ${inLog}
    where ${isCounted(slots, choice)}
      and ${isOneOf(sql`d.event`, event)} and ${isOneOf(sql`d.cause`, cause)}
    group by 1`);
}

/** Counts unfinished deliveries by event and cause, or returns undefined for more than `byEventAtMost`. */
async function unfinishedByEventAndCause(ctx: Context, slots: Slots, choice: Choice) {
  const { event, cause } = choice;
  const rows = await ctx.db.execute<Counts>(sql`
    with q as materialized (
      select delivery_id, ${isRetrying(sql`q`)} as retrying
      from ${rowsOf(choice)} q where ${isCounted(slots, choice)} limit ${byEventAtMost + 1}
    )
    select 0 as slot, event, cause, sum(n)::int as n, sum(retrying)::int as retrying
    from (
      select null as event, null as cause, count(*) as n, 0 as retrying from q having count(*) > ${byEventAtMost}
      union all
      select d.event, d.cause, 1, q.retrying::int
      from q cross join lateral (
        select event, cause from ${deliveries} where id = q.delivery_id offset 0
      ) d
      where (select count(*) from q) <= ${byEventAtMost}
        and ${isOneOf(sql`d.event`, event)} and ${isOneOf(sql`d.cause`, cause)}
    ) counted group by event, cause`);
  return rows.some((row) => row.event === null) ? undefined : rows;
}

/** Counts deliveries that fan-outs have yet to create, by the time of their event. They are not known by webhook. */
async function expandingFrom(ctx: Context, slots: Slots, { of, event, cause }: Choice) {
  if (of.webhooks || cause) return [];
  return ctx.db.execute<Counts>(sql`
    select ${slotOf(sql`event_id`, slots)} as slot, event, sum(size - done)::int as n
    from ${fanOuts}
    where ${of.accountId === null ? sql`true` : sql`account_id = ${of.accountId}::uuid`}
      and ${isOneOf(sql`event`, event)} and event_id < ${idAt(slots.to)}
    group by 1, 2`);
}

/** SQL for the queue rows that a choice is among. Rows of named webhooks are looked up by these. */
function rowsOf({ of }: Choice): SQL {
  return queueRowsOf(of.webhooks ? null : of.accountId);
}

/** SQL that is true for the queue row `q` of a delivery in the choice that was created before the end of the slots. */
function isCounted({ to }: Slots, { of }: Choice): SQL {
  return sql`${isUnfinished(sql`q`)} and q.delivery_id < ${idAt(to)}
    and ${of.accountId === null ? sql`true` : sql`q.account_id = ${of.accountId}::uuid`}
    and ${isOneOf(sql`q.webhook_id`, of.webhooks)}`;
}

/** SQL for the slot of an id. Ids begin with their time, so the slots are bounds of ids. Earlier ids are in slot -1. */
function slotOf(id: SQL, { from, to, widthMs }: Slots): SQL {
  const width = sql`${widthMs / 1000}::int * interval '1 second'`;
  const bounds = sql`(select array_agg(id_at(at) order by at) from generate_series(
    ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz - ${width}, ${width}) as at)`;
  return sql`(width_bucket(${id}, ${bounds}) - 1)`;
}

function idAt(time: Date): SQL {
  return sql`id_at(${time.toISOString()}::timestamptz)`;
}

function countsOf({ from, to, widthMs }: Slots, rows: readonly Counts[]): number[] {
  const counts = Array.from({ length: (to.getTime() - from.getTime()) / widthMs }, () => 0);
  for (const { slot, n } of rows) {
    const at = Math.max(slot, 0);
    counts[at] = (counts[at] ?? 0) + n;
  }
  return counts;
}

function earlierOf(rows: readonly Counts[]): number {
  return rows.reduce((sum, { slot, n }) => (slot < 0 ? sum + n : sum), 0);
}

/** SQL that is true for the listed values, and for every value without a list. An empty list matches nothing. */
function isOneOf(column: SQL, values: readonly string[] | undefined): SQL {
  if (!values) return sql`true`;
  return values.length > 0 ? sql`${column} in ${values}` : sql`false`;
}
