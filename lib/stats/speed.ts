import { sql } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import type { Context } from "@/lib/context";
import { timed } from "@/lib/tallies/counted";
import { p95Of } from "@/lib/tallies/percentile";
import { rangeOf, type Whose } from "./outcomes";
import type { Slots } from "./slots";

type Slow = {
  webhookId: string;
  callbackUrl: string;
  label: string;
  p95: number;
  attempts: number;
};

const shown = 5;

/** Returns the 95th percentile of attempt duration, over all webhooks and for the slowest ones. */
export async function speedOf(ctx: Context, slots: Slots, whose: Whose) {
  const rows = await ctx.db.execute<Partial<Slow> & { p95: number }>(sql`
    with times as materialized (${timed({ ...rangeOf(slots), ...whose })})
    (
      select w.id as "webhookId", w.callback_url as "callbackUrl", w.label, s.p95, s.total as attempts
      from (${p95Of(sql`select webhook_id as of, took, n from times`)}) s
        join ${webhooks} w on w.id = s.of and not w.one_shot
      where s.p95 is not null
      order by s.p95 desc, s.total desc limit ${shown}
    )
    union all
    select null, null, null, p95, total
    from (${p95Of(sql`select null as of, took, n from times`)}) overall where p95 is not null`);
  const isOne = (row: Partial<Slow>): row is Slow => row.webhookId !== null;
  return {
    p95: rows.find((row) => !isOne(row))?.p95 ?? null,
    slowest: rows.filter(isOne),
  };
}
