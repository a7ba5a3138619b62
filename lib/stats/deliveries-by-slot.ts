import { type SQL, sql } from "drizzle-orm";
import type { EventName } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import type { Context } from "@/lib/context";
import { isRetrying } from "@/lib/queue/is-retrying";
import type { Scope } from "./outcomes";
import type { Slots } from "./slots";

type Choice = { of: Scope; event?: EventName[] | undefined };

/**
 * Returns the deliveries of each slot that tallies do not count, because no attempt ended them: those that were cancelled,
 * and those that wait for a retry.
 */
export async function deliveriesBySlot(ctx: Context, slots: Slots, choice: Choice) {
  const [cancelled, waiting] = await Promise.all([
    cancelledIn(ctx, slots, choice),
    waitingFrom(ctx, slots, choice),
  ]);
  return { cancelled, waiting };
}

/** Counts cancelled deliveries by the time they were cancelled. */
async function cancelledIn(ctx: Context, slots: Slots, { of, event }: Choice): Promise<number[]> {
  const { from, to, widthMs } = slots;
  const rows = await ctx.db.execute<{ slot: number; n: number }>(sql`
    select floor(extract(epoch from finished_at - ${from.toISOString()}::timestamptz)
      / ${widthMs / 1000}::int)::int as slot, count(*)::int as n
    from ${deliveries}
    where status = 'cancelled' and trigger <> 'test'
      and finished_at >= ${from.toISOString()}::timestamptz and finished_at < ${to.toISOString()}::timestamptz
      and ${of.accountId === null ? sql`true` : sql`account_id = ${of.accountId}::uuid`}
      and ${isOneOf(sql`webhook_id`, of.webhooks)}
      and ${isOneOf(sql`event`, event)}
    group by 1`);
  return countsOf(slots, rows);
}

/**
 * Counts deliveries that wait for a retry now, by the time they were created; those created before the range are in its
 * first slot. Ids begin with their time, so the slots are bounds of ids.
 */
async function waitingFrom(ctx: Context, slots: Slots, { of, event }: Choice): Promise<number[]> {
  const { from, to, widthMs } = slots;
  const width = sql`${widthMs / 1000}::int * interval '1 second'`;
  const bounds = sql`(select array_agg(id_at(at) order by at) from generate_series(
    ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz - ${width}, ${width}) as at)`;
  const rows = await ctx.db.execute<{ slot: number; n: number }>(sql`
    select greatest(width_bucket(q.delivery_id, ${bounds}) - 1, 0)::int as slot, count(*)::int as n
    from ${queue} q ${event ? sql`join ${deliveries} d on d.id = q.delivery_id` : sql``}
    where ${isRetrying(sql`q`)}
      and ${of.accountId === null ? sql`true` : sql`q.account_id = ${of.accountId}::uuid`}
      and ${isOneOf(sql`q.webhook_id`, of.webhooks)}
      and ${isOneOf(sql`d.event`, event)}
      and q.delivery_id < id_at(${to.toISOString()}::timestamptz)
    group by 1`);
  return countsOf(slots, rows);
}

function countsOf({ from, to, widthMs }: Slots, rows: { slot: number; n: number }[]): number[] {
  const counts = Array.from({ length: (to.getTime() - from.getTime()) / widthMs }, () => 0);
  for (const { slot, n } of rows) counts[slot] = n;
  return counts;
}

/** SQL that is true for the listed values, and for every value without a list. An empty list matches nothing. */
function isOneOf(column: SQL, values: readonly string[] | undefined): SQL {
  if (!values) return sql`true`;
  return values.length > 0 ? sql`${column} in ${values}` : sql`false`;
}
