import { nilId } from "@/lib/nil-id";
import { able, earliest, slotsAt } from "./able-webhooks";
import {
  accountThreshold,
  type Cursors,
  capacityColumns,
  isOwned,
  type LaneNumber,
  rankedByAccount,
} from "./capacity";
import { leaseSql } from "./lease";
import { shardSql } from "./shards";

/** Allowance of requests a second at which a recovering circuit closes. Not measured. */
const fullAllowance = 64;

/**
 * Webhooks of an account that one claim examines in lane 1; the next claim continues after them. A look-up costs 10 µs:
 * without this bound, 100,000 one-shot targets that hang would make every claim take a second. Four for each slot of the
 * lane are enough: with 500, a claim for fourteen free slots took 17 ms, with 128 it takes 7.5.
 */
const webhooksAtOnce = 128;
/**
 * Webhooks that one claim examines in lane 1. Accounts share them, so that each examines fewer from 40 accounts on. A claim of 40,000
 * took 0.9 s, on a busy machine 2.3 s, and one of 100,000 always exceeded its time limit: then no row is taken, however often it is
 * repeated.
 */
const webhooksInAll = 5000;

/** What a claim of lane 1 did not take: see `Claims`. */
export type Progress = { cursors: Cursors | null; leftOf: string[] | null; hasLeft: boolean };

/**
 * SQL for three CTEs: `capacity`, the limits of this process; `picked`, the locked rows to classify; and `progress`, what
 * a claim of lane 1 did not take, as JSON of the type `Progress`.
 *
 * Parameters: `$1` the limits as JSON, `$2` the number of rows; in lanes 0 and 2 also `$3` the earliest due time, `$4` the
 * webhooks whose rows are being moved to lane 1, and `$5` the shards (if `isSharded`).
 */
export function lockCandidates(lane: LaneNumber, isSharded: boolean): string {
  return `
    capacity as materialized (
      select ${capacityColumns} from (select $1::text::jsonb as entry offset 0) source
    ), ${lane === 1 ? byAccount : longestDue(lane, isSharded)}`;
}

/** Locks the rows of lane 0 or 2 that have been due longest. `skip locked` lets workers claim without waiting for each other. */
function longestDue(lane: 0 | 2, isSharded: boolean): string {
  // Reads past the rows of other workers, which are few unless those are overloaded.
  const owned = isSharded ? `and ${shardSql("webhook_id")} = any($5::int[])` : "";
  return `
    picked as materialized (
      select * from queue where lane = ${lane} and due_at <= now() and due_at >= $3::text::timestamptz ${owned}
        and (webhook_id <> all($4::uuid[]) or trigger in ('test', 'resend'))
      order by due_at limit $2::int for update skip locked
    ), progress as (
      select null::jsonb as progress
    )`;
}

/** SQL for the next webhook of account `a` that has rows in lane 1: one step of the loose index scan. */
const after = (webhookId: string) => `(
    select q.webhook_id from queue q
    where q.lane = 1 and (q.account_id, q.webhook_id) > (a.account_id, ${webhookId}) and q.account_id <= a.account_id
    order by q.account_id, q.webhook_id limit 1)`;

/**
 * SQL for `passing`: the recovering circuits that this claim may pass, locked, so that only one claim passes each; and for `metered`: the
 * rate limits that it may spend, locked, so that one claim at a time spends a rate.
 */
const passing = `
    passing as materialized (
      select r.webhook_id from receivers r
      where r.webhook_id in (select webhook_id from candidates where recovering)
        and r.open_until <= now()
      for update skip locked
    ), metered as materialized (
      select l.webhook_id from rate_limits l
      where l.webhook_id in (select webhook_id from candidates where rate is not null)
      for update skip locked
    )`;

/**
 * SQL for `passed` and `spent`: what the rows that were locked cost their webhooks. Candidates that another transaction holds cost
 * nothing: a probe would be lost for a lease, or a part of the rate. The first request of a recovering circuit is a probe; no other
 * follows until its result is recorded or its lease ends. Then the allowance doubles every second until the circuit closes.
 */
const costs = `
    passed as (
      update receivers r set
        open_until = case when r.allowance * 2 >= ${fullAllowance} then null
          when r.allowance > 0 then now() + interval '1 second'
          else now() + ${leaseSql("w.deadline_seconds")} end,
        allowance = case when r.allowance * 2 >= ${fullAllowance} then 0 else r.allowance * 2 end,
        cooldown_seconds = case when r.allowance * 2 < ${fullAllowance} then r.cooldown_seconds end
      from (select distinct webhook_id from picked where recovering) p join webhooks w on w.id = p.webhook_id
      where r.webhook_id = p.webhook_id
    ), spent as (
      update rate_limits l set spent_until = c.n / c.rate * interval '1 second' + greatest(
        l.spent_until, ${earliest("c.rate")})
      from (
        select webhook_id, count(*) as n, max(rate)::float8 as rate from picked
        where rate is not null group by webhook_id
      ) c
      where l.webhook_id = c.webhook_id
    )`;

/**
 * Locks some rows of each webhook in lane 1 that has capacity. Accounts take turns, those with the fewest leased rows
 * first; within an account its webhooks take turns.
 *
 * Accounts, and the webhooks of each, are found by a loose index scan of `queue_slow` (account, webhook, due time): a
 * recursive CTE that asks for the next key after the last one. The cost is one look-up (10 µs) for each account and each
 * webhook examined, not for each row. A slow webhook that responds takes no more slots than it leaves free. One that missed
 * its last deadline, or of which nothing is known, takes an eighth of these, so that ten that hang leave slots to others.
 *
 * A plan is made once for each connection, often while the lane is empty, when every index looks cheap: claims then read the
 * whole lane by `queue_slow_due` for each webhook. So rows are compared and ordered by all columns (account, webhook, due
 * time): only `queue_slow` returns that order, and the engine's connections avoid sorting.
 */
const byAccount = `
    accounts_waiting as (
      (select account_id from queue where lane = 1 order by account_id limit 1)
      union all
      select (
        select q.account_id from queue q where q.lane = 1 and q.account_id > a.account_id
        order by q.account_id limit 1
      ) from accounts_waiting a where a.account_id is not null
    ), examined as materialized (
      select greatest(1, least(${webhooksAtOnce}, ${webhooksInAll} / greatest(1, count(account_id))))::int as of_account
      from accounts_waiting
    ), waiting as materialized (
      select a.account_id, ring.webhook_id, ring.n
      from accounts_waiting a cross join capacity cross join examined cross join lateral (
        with recursive webhooks_waiting as (
          select ${after(`coalesce((capacity.cursors ->> a.account_id::text)::uuid, '${nilId}'::uuid)`)} as webhook_id, 1 as n
          union all
          select ${after("v.webhook_id")}, v.n + 1
          from webhooks_waiting v where v.webhook_id is not null and v.n < examined.of_account
        )
        select * from webhooks_waiting
      ) ring
      where a.account_id is not null and ring.webhook_id is not null
        and ${isOwned("ring.webhook_id")}
    ), ${able}, ranked as materialized (${rankedByAccount(
      `select next.*, able.*, true as scheduled
      from able cross join lateral (
        select delivery_id, due_at, n + coalesce(able.in_lane, 0) as place, n = able.readable as is_last
        from (
          select delivery_id, due_at, row_number() over (order by q.account_id, q.webhook_id, due_at) as n
          from queue q
          where q.lane = 1
            and (q.account_id, q.webhook_id, q.due_at) >= (able.account_id, able.webhook_id, able.read_from)
            and (q.account_id, q.webhook_id, q.due_at) <= (able.account_id, able.webhook_id, now())
          order by q.account_id, q.webhook_id, due_at
          limit able.readable
        ) found
      ) next
      offset 0`,
      "due_at",
    )}), candidates as materialized (
      select * from ranked
      where account_place <= (memory_left - account_waiting + 1) / 2 and case rank
        when 'fast' then true
        when 'surplus' then false
        else turn <= slots and place <= ${slotsAt("turn")}
          and account_in_lane + account_place <= greatest(1, ${accountThreshold} * (slots - turn)) end
      order by turn limit $2::int
    ), left_behind as materialized (
      select webhook_id, leased_here from ranked r
      where is_last or not exists (select from candidates c where c.delivery_id = r.delivery_id)
    ), progress as (
      select jsonb_build_object(
        'cursors', (select jsonb_object_agg(account_id, webhook_id) from waiting where n = (select of_account from examined)),
        'leftOf', (select jsonb_agg(distinct webhook_id) from left_behind where leased_here is not null),
        'hasLeft', exists (select from left_behind)) as progress
    ), ${passing}, picked as materialized (
      select q.*, c.rate, c.recovering from candidates c
        cross join lateral (
          select * from queue where delivery_id = c.delivery_id limit 1 for update skip locked
        ) q
      where q.lane = 1 and q.due_at <= now()
        and (not c.recovering or c.webhook_id in (select webhook_id from passing))
        and (c.rate is null or c.webhook_id in (select webhook_id from metered))
    ), ${costs}`;
