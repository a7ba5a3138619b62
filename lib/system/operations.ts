import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import journal from "@/db/migrations/meta/_journal.json";
import { tallies, tallyEntries, tallyTimes } from "@/db/schema/tallies";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { atMost } from "@/lib/at-most";
import type { Context } from "@/lib/context";
import { env, settingsInForce } from "@/lib/env";
import { wasDiskFull } from "@/lib/full-disk";
import { isProxyIgnored } from "@/lib/ignored-proxy";
import { waitsMs } from "@/lib/queue/retry-schedule";
import { commit, service } from "@/lib/version";
import { claimLatency, queueFacts } from "./queue-facts";
import { openBreakers, retentionRun, workersHeard } from "./upkeep-facts";

export async function readSystem(ctx: Context) {
  assertSeesAll(ctx);
  const { db } = ctx;
  const database = await databaseFacts(db);
  // Two of the connections that all reads of the log share.
  const [waiting, claimP95Ms, workers, failed24h, minutes, breakers, run] = await atMost(2, [
    () => queueFacts(db),
    () => claimLatency(db),
    () => workersHeard(db),
    () => failedOfTheDay(db),
    () => throughput(db),
    () => openBreakers(db),
    () => retentionRun(db),
  ]);
  return {
    version: service.version,
    commit,
    now: new Date(),
    database,
    queue: { ...waiting, claimP95Ms },
    workers,
    failed24h,
    throughput: minutes,
    breakers,
    retention: { days: env().RETENTION_DAYS, ...run },
    retryWaitsSeconds: waitsMs.map((ms) => ms / 1000),
    warnings: [
      ...(ctx.scopes.includes("admin") && isProxyIgnored() ? ["proxy_ignored" as const] : []),
      ...(wasDiskFull() ? ["disk_full" as const] : []),
    ],
    settings: settingsInForce(),
  };
}

/**
 * Returns the attempts of the last hour by minute. Attempts of the last second may be missing. Tallies count each delivery as delivered
 * once, so the successful attempts are those with a duration that did not fail.
 */
async function throughput(db: Queries) {
  const rows = await db.execute<{ ms: string; delivered: number; failed: number }>(sql`
    select (extract(epoch from minute) * 1000)::bigint::text as ms,
      greatest(delivered, attempts - failed)::int as delivered, failed::int
    from (
      select date_trunc('minute', at) as minute,
        coalesce(sum(n) filter (where result = 'delivered'), 0) as delivered,
        coalesce(sum(n) filter (where result <> 'delivered'), 0) as failed,
        sum(attempts) as attempts
      from (
        select at, result, n, 0 as attempts from ${tallies}
        where grain = 1 and at > now() - interval '1 hour'
        union all
        select at, result, n, cardinality(times) from ${tallyEntries}
        where at > now() - interval '1 hour'
        union all
        select at, null, 0, n from ${tallyTimes}
        where grain = 1 and at > now() - interval '1 hour'
      ) as counted
      group by 1
    ) as minutes order by minute`);
  return rows.map(({ ms, ...counts }) => ({ from: new Date(Number(ms)), ...counts }));
}

/**
 * Returns the deliveries that failed in the last day, to the half hour. An entry may be of an earlier day: a replay takes what it
 * reopens from the failures of its time.
 */
async function failedOfTheDay(db: Queries): Promise<number> {
  const [row] = await db.execute<{ failed: number }>(sql`
    select coalesce(sum(n), 0)::int as failed
    from (
      select n from ${tallies} where grain = 30 and at > now() - interval '1 day' and result = 'failed'
      union all
      select n from ${tallyEntries}
      where result = 'failed' and date_bin('30 minutes', at, 'epoch') > now() - interval '1 day'
    ) as counted`);
  return row?.failed ?? 0;
}

/** Returns latency, size and migrations of the database. */
async function databaseFacts(db: Queries) {
  const askedAt = performance.now();
  const askedTime = Date.now();
  const [clock] = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const latencyMs = performance.now() - askedAt;
  const [facts] = await db.execute<{ bytes: string; applied: number }>(sql`
    select pg_database_size(current_database())::text as bytes,
      (select count(*)::int from drizzle.__drizzle_migrations) as applied`);
  const applied = facts?.applied ?? 0;
  return {
    latencyMs: Math.round(latencyMs * 10) / 10,
    clockSkewMs: Math.round((clock?.ms ?? askedTime) - (askedTime + latencyMs / 2)),
    bytes: Number(facts?.bytes ?? 0),
    migration: journal.entries[Math.min(applied, journal.entries.length) - 1]?.tag ?? "",
    migrationsMissing: Math.max(0, journal.entries.length - applied),
  };
}
