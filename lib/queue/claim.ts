import type { Sql } from "@/db/client";
import {
  accountInFlight,
  type Capacity,
  capacityJson,
  inFlightOf,
  isRestricted,
  type LaneNumber,
  noCapacity,
  overCapacity,
  rankedByAccount,
  sharedColumns,
} from "./capacity";
import { lockCandidates, type Progress } from "./claim-candidates";
import { hasTrueDueTime } from "./due-now";
import { leaseSql } from "./lease";
import { type LeasedDelivery, snapshotJson, type WebhookSnapshot } from "./leased-delivery";
import { resumesAt } from "./lost-attempts";
import { stopped } from "./parking";
import { jitter, scheduledAttempts } from "./retry-schedule";
import { recordTallies } from "./tallies";

const lostSentence = "The worker or the database stopped before the result was recorded.";

type Verdict = "taken" | "parked" | "moved" | "later" | "cancelled" | "failed";
type Row = Omit<LeasedDelivery, keyof WebhookSnapshot | "claimedAt" | "now"> & {
  verdict: Verdict;
  webhookId: string;
  rated: boolean;
  /** On the first row only: the database time, and the earliest due time. */
  now: Date | null;
  oldest: Date | null;
  /** On the first row of lane 1 only, which is returned even when no row was due. */
  progress: Progress | null;
  /** On the first row of each webhook only. */
  target: WebhookSnapshot | null;
};

type Options = Partial<Capacity> & {
  lane?: LaneNumber;
  limit: number;
  floor?: Date | null;
  /** Jitter after a lost attempt: the largest part of a wait that is added at random. */
  spread?: number;
};

/**
 * Claims up to `limit` due deliveries of a lane and leases them. The same statement parks deliveries of paused webhooks,
 * moves deliveries over capacity to lane 1, cancels deliveries of deleted webhooks, and records the attempts of workers
 * that were lost.
 *
 * A lost attempt counts like a failed one: the next follows by the retry schedule, and the delivery fails when the
 * schedule ends. The statement is planned for index look-ups: see README.md in this folder.
 *
 * @param options.floor earliest due time to read from, which skips dead index entries of rows long deleted
 */
export async function claim(sql: Sql, options: Options) {
  const { lane = 0, limit, slots = limit, memoryLeft = 2 * limit, floor = null } = options;
  const { spread = jitter } = options;
  const capacity = { ...noCapacity, newTargetLimit: slots, ...options, slots, memoryLeft };
  const from = floor?.toISOString() ?? "-infinity";
  const claimedAt = performance.now();
  const { shards, moving = [] } = capacity;
  const values = [JSON.stringify(capacityJson(capacity)), limit];
  const found = await sql.unsafe<Row[]>(
    statementOf(lane, shards !== undefined, spread),
    [...values, ...(lane === 1 ? [] : [from, moving, ...(shards ? [shards] : [])])],
    { prepare: true },
  );
  const rows = found.filter(({ verdict }) => verdict !== null);
  const [first] = rows.filter(({ now }) => now !== null);
  const askedAt = first?.now ?? null;
  const progress = found[0]?.progress;
  const of = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  return {
    claimed: askedAt ? leasedDeliveries(of("taken"), askedAt, claimedAt) : [],
    /** Failed by this claim: a lost attempt was the last of the schedule. */
    failed: of("failed"),
    /** Number of rows over capacity, by webhook. */
    overCapacity: countByWebhook(of("moved")),
    /** Some rows may have to wait for the rate limit of their webhook. */
    isRated: rows.some(({ rated }) => rated),
    /** Rows examined. When it equals `limit`, more may be due. */
    examined: rows.length,
    /** Time of the claim by the database clock; null when no row was due. */
    askedAt,
    /** Earliest due time of the rows examined. */
    oldest: first?.oldest ?? null,
    /** See `Capacity`. */
    cursors: progress?.cursors ?? {},
    /** In lane 1: due rows may be left, because this process has no capacity for them or the claim did not read them. */
    hasLeft: progress?.hasLeft ?? false,
    /** Of those, the webhooks of which this process holds rows or lately did. */
    leftOf: progress?.leftOf ?? [],
  };
}
export type Claims = Awaited<ReturnType<typeof claim>>;

/** The spread is last, because Node 20 takes 1 µs for each field after a spread: 26 µs a row instead of 1. */
function leasedDeliveries(rows: Row[], now: Date, claimedAt: number): LeasedDelivery[] {
  const targets = new Map<string, WebhookSnapshot>();
  for (const { target } of rows) if (target) targets.set(target.webhookId, target);
  return rows.flatMap((row): LeasedDelivery | [] => {
    const target = targets.get(row.webhookId);
    if (!target) return [];
    const { deliveryId, attempt, lease, step, trigger, eventId, event, data } = row;
    const { traceparent, tracestate } = row;
    return {
      deliveryId,
      attempt,
      lease,
      step,
      trigger,
      eventId,
      event,
      data,
      traceparent,
      tracestate,
      now,
      claimedAt,
      ...target,
    };
  });
}

function countByWebhook(rows: Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { webhookId } of rows) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}

/** SQL for the picked rows with the settings of their webhooks and what follows from lost attempts. */
const facts = (spread: number, { columns = "", joins = "" } = {}) => `
  select *, ${resumesAt("q", "q", spread)} as resumes_at, case when scheduled then step else losses end as position
  from (
    select p.*, p.trigger in ('event', 'replay') as scheduled, w.id is null as orphaned, w.callback_url, w.deadline_seconds,
      w.paused_at is not null as paused, w.rate_per_second is not null as rated, p.lost + p.leased::int as losses
      ${columns}
    from picked p left join webhooks w on w.id = p.webhook_id ${joins}
    offset 0
  ) q`;

/**
 * SQL for the picked rows of lane 0 or 2, ranked, with the columns of `overCapacity`. The rows are ranked only after
 * `offset 0`: a sort below the entries of `capacity` would copy all of these for each row, 70 kB with 1,000 webhooks.
 */
const rankedFacts = (spread: number) =>
  rankedByAccount(
    `select *, row_number() over (partition by webhook_id order by due_at) as place from (${facts(
      spread,
      {
        columns: `, w.max_concurrency, ${isRestricted} as restricted,
        b.remaining is null and w.last_triggered_at is null as is_new, b.*, a.*, ${sharedColumns}`,
        joins: `cross join capacity left join receivers r on r.webhook_id = p.webhook_id
        cross join lateral ${inFlightOf("p.webhook_id")} b
        cross join lateral ${accountInFlight("p.account_id")} a`,
      },
    )}) f`,
    "due_at",
  );

/** SQL for `classified`: each candidate row with its verdict. */
function classification(lane: LaneNumber, isSharded: boolean, spread: number): string {
  // Rows of lane 1 were picked by capacity.
  const due =
    lane === 1
      ? facts(spread)
      : `select *, scheduled and restricted or ${overCapacity} as goes_to_lane1 from (${rankedFacts(spread)}) ranked`;
  const moved = lane === 1 ? "" : "when goes_to_lane1 then 'moved'";
  return `
    ${lockCandidates(lane, isSharded)}, due as materialized (${due}), ${stopped("due")}, classified as materialized (
      select due.*, e.name as event, e.data, e.traceparent, e.tracestate, case
        when due.orphaned or e.name is null then 'cancelled'
        when position >= ${scheduledAttempts} then 'failed'
        when scheduled and paused then case when due.webhook_id in (select id from stopped) then 'parked' else 'later' end
        when resumes_at > now() then 'later'
        ${moved}
        else 'taken' end as verdict
      from due
        -- The limit keeps it a look-up for each row: see README.md.
        left join lateral (select name, data, traceparent, tracestate from events where id = due.event_id limit 1) e on true
    )`;
}

/** SQL that applies the verdicts to the queue and the log. */
const effects = `
    lost as (
      insert into attempts (delivery_id, number, trigger, started_at, duration_ms, cause, error)
      select delivery_id, attempt, trigger, now(), 0, 'internal', '${lostSentence}'
      from classified where leased
      on conflict do nothing
    ), ended as (
      delete from queue q using classified j
      where q.delivery_id between j.delivery_id and j.delivery_id and j.verdict in ('cancelled', 'failed')
    ), kept as (
      update queue q set
        attempt = q.attempt + (j.verdict = 'taken')::int,
        lease = q.lease + (j.verdict = 'taken')::int,
        step = q.step + (j.verdict = 'taken' and j.scheduled)::int,
        leased = j.verdict = 'taken', lost = j.losses,
        lane = case j.verdict when 'moved' then 1 when 'parked' then 0 when 'later' then 2 else q.lane end,
        due_at = case j.verdict
          when 'parked' then 'infinity'
          when 'later' then greatest(j.resumes_at, now() + interval '1 second')
          -- A person waits for a test or a resend: it goes before all other rows of its webhook.
          when 'moved' then q.due_at - (not j.scheduled)::int * interval '1 day'
          else now() + ${leaseSql("j.deadline_seconds")} end
      from classified j
      where q.delivery_id between j.delivery_id and j.delivery_id
        and j.verdict in ('taken', 'parked', 'moved', 'later')
    ), logged as (
      update deliveries d set
        attempts = greatest(d.attempts, j.attempt),
        cause = case when j.leased or j.verdict = 'failed' then 'internal' else d.cause end,
        status_code = case when j.leased then null else d.status_code end,
        duration_ms = case when j.leased then 0 else d.duration_ms end,
        status = case when j.ends and d.status = 'pending' then j.verdict else d.status end,
        finished_at = case when j.ends and d.status = 'pending' then now() else d.finished_at end
      from (select *, verdict in ('cancelled', 'failed') as ends from classified) j
      where d.id between j.delivery_id and j.delivery_id and (j.leased or j.ends)
      returning d.account_id, d.webhook_id, d.one_shot, d.event, j.trigger, d.cause, d.status_code,
        d.duration_ms, j.leased, d.status = 'failed' as given_up,
        j.ends and d.finished_at = now()::timestamptz(3) and d.trigger <> 'test' as ended
    ), recorded as (
      select * from logged where leased
    ), ${recordTallies}`;

/** Texts of the statement. Building one for each claim took 0.25 ms of CPU, half of what an empty claim took in Node. */
const statements = new Map<string, string>();

function statementOf(lane: LaneNumber, isSharded: boolean, spread: number): string {
  const key = `${lane} ${isSharded} ${spread}`;
  const known = statements.get(key);
  if (known) return known;
  const text = `
    with recursive ${classification(lane, isSharded, spread)}, ${effects}
    select verdict, delivery_id, attempt + 1 as attempt, lease + 1 as lease, step + scheduled::int as step, trigger,
      event_id, event, data, traceparent, tracestate, webhook_id, rated,
      case when 1 = row_number() over () then progress.progress end as progress,
      case when 1 = row_number() over () then now() end as now,
      case when 1 = row_number() over () then (select min(due_at) filter (where ${hasTrueDueTime("classified")}) from classified) end as oldest,
      case when verdict = 'taken' and 1 = row_number() over (partition by webhook_id, verdict) then (
        select ${snapshotJson}
        from webhooks w left join receivers r on r.webhook_id = w.id where w.id = j.webhook_id
      ) end as target
    from progress left join classified j on true`;
  statements.set(key, text);
  return text;
}
