import { type SQL, sql } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import type { Context } from "@/lib/context";
import { durationsOf } from "@/lib/tallies/counted";
import { percentilesOf, tookOf } from "@/lib/tallies/duration-classes";
import { rangeOf, type StatsScope } from "./outcomes";
import type { Slots } from "./slots";

type Percentiles = { p50: number; p95: number };
type Slow = Percentiles & {
  webhookId: string;
  callbackUrl: string;
  label: string;
  attempts: number;
};

const shown = 5;
/** Webhooks with the longest mean. Only their percentiles are calculated for the bound, because they are likely the longest. */
const tried = 20;

export const noSpeed = { p50: null, p95: null, slowest: [] };

/**
 * Returns percentiles of attempt duration, over all webhooks and for the slowest ones.
 *
 * With many webhooks, sorting the classes of each one takes longer than all else. So the percentiles of a few give a bound
 * (`bound`, the fifth longest), and only webhooks that reach it are sorted (`slow`): one does if more than a twentieth of its
 * attempts took as long. With fewer than five webhooks there is no bound.
 */
export async function speedOf(ctx: Context, slots: Slots, scope: StatsScope) {
  const rows = await ctx.db.execute<Partial<Slow> & Percentiles>(sql`
    with times as materialized (${durationsOf({ ...rangeOf(slots), ...scope })}),
    summed as materialized (
      select webhook_id, took, sum(n) as n, sum(n * took) as weight from times
      group by grouping sets ((webhook_id), (took))
    ), tried as (
      select s.webhook_id from summed s join ${webhooks} w on w.id = s.webhook_id and not w.one_shot
      order by s.weight::float8 / s.n desc limit ${tried}
    ), bound as materialized (
      select ${sql.raw(tookOf("p95"))} as took from (${percentilesAmong(sql`tried`)}) s
      order by p95 desc offset ${shown - 1} limit 1
    ), slow as (
      select webhook_id from times group by webhook_id
      having sum(n) filter (where took >= coalesce((select took from bound), 0)) > 0.05 * sum(n)
    )
    (
      select w.id as "webhookId", w.callback_url as "callbackUrl", w.label, s.p50, s.p95, s.total as attempts
      from (${percentilesAmong(sql`slow`)}) s join ${webhooks} w on w.id = s.of and not w.one_shot
      order by s.p95 desc, s.total desc, w.id limit ${shown}
    )
    union all
    select null, null, null, p50, p95, total
    from (${percentilesOf(sql`select null as of, took, n from summed where webhook_id is null`)}) overall
    where p95 is not null`);
  const isOne = (row: Partial<Slow>): row is Slow => row.webhookId !== null;
  const overall = rows.find((row) => !isOne(row));
  return {
    p50: overall?.p50 ?? null,
    p95: overall?.p95 ?? null,
    slowest: rows.filter(isOne),
  };
}

/** Selects the percentiles of the webhooks in a table. */
function percentilesAmong(table: SQL): SQL {
  return percentilesOf(
    sql`select webhook_id as of, took, n from times where webhook_id in (select webhook_id from ${table})`,
  );
}
