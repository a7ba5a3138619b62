import type { Sql } from "@/db/client";
import { longestLeaseSql } from "./lease";

/**
 * Number of shards: groups of webhooks of which one worker each claims and sends (`DISPATCH=sharded`). Part of the data:
 * processes that divide webhooks differently would send to the same one. Enough for dozens of workers with equal shares.
 */
export const shardCount = 64;

/** A worker without a heartbeat for this long has lost its shards, by the clock of the database. */
export const ownershipMs = 5000;

/** Returns the shard of a webhook: the last six bits of its id, which are random. */
export function shardOf(webhookId: string): number {
  return Number.parseInt(webhookId.slice(-2), 16) % shardCount;
}

/** SQL for `shardOf`. */
export const shardSql = (webhookId: string): string =>
  `get_byte(uuid_send(${webhookId}), 15) % ${shardCount}`;

type Division = {
  /** Shards of this worker. */
  owned: number[];
  /** Shards that each worker may own. */
  share: number;
};

/** Creates the rows of the shards. Called once by each worker. */
export async function createShards(sql: Sql): Promise<void> {
  await sql`
    insert into shards (id) select generate_series(0, ${shardCount - 1}::int) on conflict do nothing`;
}

/**
 * Frees the shards in `surplus`, takes shards without an owner up to an equal share, and returns those of this worker. The
 * worker has committed a heartbeat before, so none of its own can be taken meanwhile.
 *
 * Invariant: a worker keeps its shards for `ownershipMs` after each heartbeat that commits. The reason is the lock on the
 * row of a lost worker, which its heartbeat needs too. If the heartbeat commits first, the worker does not count as lost and
 * keeps its shards. If the lock comes first, the heartbeat commits after the shards were taken, and the worker sees that.
 */
export async function divideShards(
  sql: Sql,
  workerId: string,
  surplus: number[],
): Promise<Division> {
  const [division] = await sql<Division[]>`
    with heard as materialized (
      select id from workers where sharded and beat_at > now() - ${ownershipMs} * interval '1 ms'
    ), lost as materialized (
      select id from workers
      where beat_at <= now() - ${ownershipMs} * interval '1 ms' and id in (select worker_id from shards)
      for share skip locked
    ), kept as materialized (
      select id from shards where worker_id = ${workerId} and not id = any(${surplus}::int[])
    ), shared as materialized (
      select ceil(${shardCount}::float8 / greatest(1, (select count(*) from heard)))::int as share
    ), freed as (
      update shards set worker_id = null where worker_id = ${workerId} and id = any(${surplus}::int[])
    ), found as materialized (
      select id from shards
      where (worker_id is null or worker_id in (select id from lost)) and not id = any(${surplus}::int[])
      order by id limit (select greatest(0, share - (select count(*) from kept)) from shared)
      for update skip locked
    ), taken as (
      update shards s set worker_id = ${workerId} from found f where s.id = f.id returning s.id
    )
    select array(select id::int from kept union all select id::int from taken) as owned, share from shared`;
  return division ?? { owned: [], share: shardCount };
}

/** A row that another worker leased: it may have a request in flight until the lease ends. */
export type StandingLease = { deliveryId: string; webhookId: string; lease: number };

/** Returns the leases that stand in these shards. Retries and parked rows, which are due later than any lease ends, are not read. */
export async function standingLeases(sql: Sql, shards: number[]): Promise<StandingLease[]> {
  const leasedIn = (lane: 0 | 1 | 2) => `
    select delivery_id, webhook_id, lease from queue
    where lane = ${lane} and due_at > now() and due_at < now() + ${longestLeaseSql} and leased
      and ${shardSql("webhook_id")} = any($1::int[])`;
  const statement = ([0, 1, 2] as const).map(leasedIn).join(" union all ");
  return sql.unsafe<StandingLease[]>(statement, [shards], { prepare: true });
}

/** Returns those of the leases that still stand. */
export async function stillStanding(sql: Sql, leases: StandingLease[]): Promise<StandingLease[]> {
  return sql<StandingLease[]>`
    select r.* from unnest(
        ${leases.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${leases.map(({ webhookId }) => webhookId)}::uuid[],
        ${leases.map(({ lease }) => lease)}::int[]) as r(delivery_id, webhook_id, lease)
      cross join lateral (
        select from queue q where q.delivery_id = r.delivery_id and q.lease = r.lease and q.leased and q.due_at > now()
        limit 1
      ) standing`;
}
