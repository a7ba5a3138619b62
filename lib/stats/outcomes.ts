import { inArray, type SQL, sql } from "drizzle-orm";
import type { Cause, EventName, ResultWord } from "@/db/enums";
import type { Context } from "@/lib/context";
import { counted } from "@/lib/tallies/counted";
import type { Slots } from "./slots";

type Outcomes = {
  bucket: number;
  event: EventName;
  result: ResultWord;
  cause: Cause | null;
  statusCode: number | null;
  n: number;
};
/** Failed attempts with one cause. */
export type CauseOutcome = Outcomes & { cause: Cause };
export type Amounts = Record<ResultWord, number>;

/** Account, and webhooks if any are named. */
export type StatsScope = { accountId: string | null; webhooks?: readonly string[] | undefined };
/** What the figures of one answer are about. */
export type Choice = {
  of: StatsScope;
  event?: EventName[] | undefined;
  cause?: Cause[] | undefined;
};

/** Returns the results of attempts, grouped as far as the figures allow. */
export async function outcomesOf(ctx: Context, slots: Slots, { of, event, cause }: Choice) {
  const rows = await ctx.db.execute<Outcomes>(sql`
    select extract(epoch from at - ${instant(slots.from)})::int / ${slots.widthMs / 1000}::int as bucket,
      event, result, cause, status_code as "statusCode", sum(n)::int as n
    from (${counted({ ...rangeOf(slots), ...of })}) t
    where ${event ? inArray(sql`event`, event) : sql`true`}
      and ${cause ? inArray(sql`cause`, cause) : sql`true`}
    group by 1, 2, 3, 4, 5 having sum(n) > 0`);
  const causes = rows.flatMap(({ cause, ...row }) => (cause === null ? [] : { ...row, cause }));
  return { series: seriesOf(rows, slots), events: eventsOf(rows), causes };
}

export function rangeOf({ grain, from, to }: Slots) {
  return { grain, from: instant(from), to: instant(to) };
}

function instant(time: Date): SQL {
  return sql`${time.toISOString()}::timestamptz`;
}

function seriesOf(rows: Outcomes[], { from, to, widthMs }: Slots) {
  const buckets = (to.getTime() - from.getTime()) / widthMs;
  const series = Array.from({ length: buckets }, (_, n) => ({
    at: new Date(from.getTime() + n * widthMs),
    ...none,
  }));
  for (const { bucket, result, n } of rows) {
    const one = series[bucket];
    if (one) one[result] += n;
  }
  return series;
}

export const none: Amounts = { delivered: 0, retrying: 0, failed: 0 };

function eventsOf(rows: Outcomes[]): Map<EventName, Amounts> {
  const events = new Map<EventName, Amounts>();
  for (const { event, result, n } of rows) {
    const amounts = events.get(event) ?? { ...none };
    amounts[result] += n;
    events.set(event, amounts);
  }
  return events;
}
