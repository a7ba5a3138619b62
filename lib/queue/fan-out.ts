import type { Sql } from "@/db/client";
import { isRestricted } from "./capacity";
import { dueNow } from "./due-now";
import { stopped } from "./parking";

type Expansion = {
  /** Number of deliveries created. */
  created: number;
  accountIds: string[];
  /** Some fan-outs are not finished. */
  isLeft: boolean;
};

/**
 * Creates the next deliveries of deferred fan-outs, at most about `portion`. One statement does all of a step or nothing,
 * and one worker at a time locks a fan-out, so each webhook of the audience gets exactly one delivery.
 *
 * Accounts with fan-outs share the portion equally, however much each has waiting. Within an account the oldest event comes
 * first. A webhook that was paused since then gets a parked delivery, and a deleted one a cancelled delivery.
 */
export async function expandFanOuts(sql: Sql, portion: number): Promise<Expansion> {
  const [step] = await sql<(Expansion & { audienceIds: string[] })[]>`
    with recursive ${selectStep(sql, portion)}, ${matching(sql)}, ${sql.unsafe(stopped("matched"))}, logged as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, finished_at)
      select delivery_id, account_id, event_id, webhook_id, event, callback_url, 'event',
        case when orphaned then 'cancelled' else 'pending' end, case when orphaned then now() end
      from matched
    ), queued as (
      insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at)
      select delivery_id, event_id, webhook_id, account_id, 'event', (restricted and not paused)::int,
        case when webhook_id in (select id from stopped) then 'infinity' else ${sql.unsafe(dueNow)} end
      from matched where not orphaned
    ), advanced as (
      update fan_outs f set done = f.done + t.n from turn t
      where f.event_id = t.event_id and t.done + t.n < t.size
    ), ended as (
      delete from fan_outs f using turn t where f.event_id = t.event_id and t.done + t.n = t.size
    )
    select (select count(*)::int from matched) as created,
      array(select distinct account_id from turn) as account_ids,
      array(select distinct audience_id from turn where done + n = size) as audience_ids,
      exists (
        select from fan_outs where event_id not in (select event_id from turn where done + n = size)
      ) as is_left`;
  if (step && step.audienceIds.length > 0) await deleteUnusedAudiences(sql, step.audienceIds);
  return step ?? { created: 0, accountIds: [], isLeft: false };
}

/** Returns whether another account than these published within the last two seconds. */
export async function othersPublish(sql: Sql, accountIds: string[]): Promise<boolean> {
  const [row] = await sql<{ others: boolean }[]>`
    select exists (
      select from events
      where id >= id_at(now() - interval '2 seconds') and not account_id = any(${accountIds}::uuid[])
    ) as others`;
  return row?.others ?? false;
}

/** Deletes those of the audiences that no fan-out uses. */
async function deleteUnusedAudiences(sql: Sql, ids: string[]): Promise<void> {
  await sql`
    delete from audiences a
    where a.id = any(${ids}::uuid[]) and not exists (select from fan_outs f where f.audience_id = a.id)`;
}

/** SQL for `turn`: the locked fan-outs of this step, each with the number `n` of deliveries to create. */
function selectStep(sql: Sql, portion: number) {
  return sql`
    waiting as (
      (select account_id from fan_outs order by account_id limit 1)
      union all
      select (
        select f.account_id from fan_outs f where f.account_id > waiting.account_id order by f.account_id limit 1
      ) from waiting where waiting.account_id is not null
    ), shares as materialized (
      select account_id, greatest(1, ${portion}::int / (count(*) over ())::int) as share
      from waiting where account_id is not null
    ), locked as materialized (
      select f.*, s.share from shares s cross join lateral (
        select * from fan_outs where account_id = s.account_id
        order by event_id limit s.share for update skip locked
      ) f
    ), turn as materialized (
      select *, least(size - done, share - before)::int as n
      from (
        select *, sum(size - done) over (partition by account_id order by event_id) - (size - done) as before from locked
      ) l
      where before < share
    )`;
}

/** SQL for `matched`: one row for each delivery to create. The URL of a deleted webhook comes from the log. */
function matching(sql: Sql) {
  return sql`
    matched as materialized (
      select t.event_id, t.account_id, t.event, a.webhook_id, new_id() as delivery_id, true as scheduled,
        coalesce(w.callback_url, gone.url, '') as callback_url, w.id is null as orphaned,
        w.paused_at is not null as paused, ${sql.unsafe(isRestricted)} as restricted
      from turn t
        join audiences f on f.id = t.audience_id
        cross join lateral unnest(f.webhook_ids[t.done + 1 : t.done + t.n]) as a(webhook_id)
        left join webhooks w on w.id = a.webhook_id and w.account_id = t.account_id
        left join receivers r on r.webhook_id = w.id
        left join lateral (
          select url from addresses where webhook_id = a.webhook_id and w.id is null limit 1
        ) gone on true
    )`;
}
