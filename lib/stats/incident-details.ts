import { type SQL, sql } from "drizzle-orm";
import { attempts, queue } from "@/db/schema/deliveries";
import { tallies, tallyEntries } from "@/db/schema/tallies";
import { readable } from "@/lib/deliveries/exchange";
import { isRetrying, isUnfinished } from "@/lib/queue/is-retrying";
import { minutesKeptHours } from "@/lib/tallies/grains";

/** Bytes of a stored response that are read for its excerpt. */
const excerptBytes = 600;
const excerptLength = 200;
const hours = 24;

type LastFailure = {
  deliveryId: string;
  attempt: number;
  statusCode: number | null;
  error: string | null;
  /** Start of the body in base64. */
  body: string | null;
};
export type IncidentDetails = {
  waiting: number;
  failed: number;
  hours: number[];
  missed: number[];
  lastFailure: LastFailure | null;
};

/** Returns the latest failed attempt with the start of its response in one line. */
export function lastFailureOf({ lastFailure }: IncidentDetails) {
  if (!lastFailure) return null;
  const { body, ...attempt } = lastFailure;
  const start = readable(Buffer.from(body ?? "", "base64"), true);
  const line = start.encoding === "utf8" ? start.body.replaceAll(/\s+/g, " ").trim() : "";
  return { ...attempt, excerpt: line === "" ? null : line.slice(0, excerptLength) };
}

/** SQL for the deliveries of the webhook with trouble `t` that wait, each with its hour. */
const waiting = sql`
  select width_bucket(q.delivery_id, (
    select array_agg(id_at(now() - back * interval '1 hour') order by back desc)
    from generate_series(1, ${hours - 1}) back)) as hour
  from ${queue} q
  where q.webhook_id = t.id and ${isUnfinished(sql`q`)}
    and (t.kind <> 'degraded' or ${isRetrying(sql`q`)})`;

/** SQL for the time from which minutes are certain to be kept. Ten minutes are left for folds, which delete older ones. */
const minutesFrom = sql.raw(`now() - interval '${minutesKeptHours} hours' + interval '10 minutes'`);

/** SQL for the grain of the tallies that count from a time: minutes are kept for some hours only. */
const grainFrom = (time: SQL) => sql`case when ${time} > ${minutesFrom} then 1 else 30 end`;

/** SQL for the start of the slot of a time. Entries that are not folded yet count in it too: folding changes no figure. */
const slotOf = (grain: SQL, time: SQL) =>
  sql`date_bin(${grain} * interval '1 minute', ${time}, 'epoch')`;

/** SQL for the tallies of the webhook with trouble `t` from a time, as `cause`, `status_code`, `result`, `at` and `n`. */
export function talliedFrom(time: SQL): SQL {
  const grain = grainFrom(time);
  const from = slotOf(grain, time);
  return sql`
    select cause, status_code, result, at, n from ${tallies}
    where webhook_id = t.id and grain = ${grain} and at >= ${from}
    union all
    select cause, status_code, result, ${slotOf(grain, sql`at`)}, n from ${tallyEntries}
    where webhook_id = t.id and at >= ${from}`;
}

/** SQL for the deliveries of the webhook with trouble `t` that failed since its figures begin. */
const failed = sql`
  select at, n from (${talliedFrom(sql`t.counted_from`)}) tallied where result = 'failed'`;

/** SQL for the hour of `at`, from 0 to 23, which is the current one. Earlier times are in the first. */
const hourOfAt = sql`
  (${hours - 1} - least(greatest(floor(extract(epoch from now() - at) / 3600), 0), ${hours - 1}))::int`;

/** SQL for an array with one count for each hour; `rows` have `hour` and `n`. */
function byHour(rows: SQL): SQL {
  return sql`
    select array_agg(coalesce(n, 0)::int order by hour)
    from generate_series(0, ${hours - 1}) hour left join (
      select hour, sum(n) as n from (${rows}) counted group by 1
    ) summed using (hour)`;
}

/**
 * SQL for the columns of `IncidentDetails` of a webhook with trouble `t`. Each is an index look-up of this webhook; none
 * reads the log.
 */
export const incidentDetails = sql`
  (select count(*)::int from (${waiting}) waiting) as waiting,
  (select coalesce(sum(n), 0)::int from (${failed}) failed) as failed,
  (${byHour(sql`
    select hour, 1 as n from (${waiting}) waiting
    union all
    select ${hourOfAt}, n from (${failed}) failed`)}) as missed,
  (${byHour(sql`
    select ${hourOfAt} as hour, n from (
      select at, n from ${tallies}
      where webhook_id = t.id and grain = 30 and result <> 'delivered' and at > now() - interval '1 day'
      union all
      select ${slotOf(sql`30`, sql`at`)}, n from ${tallyEntries}
      where webhook_id = t.id and result <> 'delivered'
    ) attempted`)}) as hours, (
    select json_build_object('deliveryId', a.delivery_id, 'attempt', a.number, 'statusCode', a.status_code,
      'error', a.error, 'body', encode(substring(a.response_body for ${excerptBytes}), 'base64'))
    from ${attempts} a where a.delivery_id = t.failed_delivery_id and a.number = t.failed_attempt
  ) as "lastFailure"`;
