import { accountInFlight, inFlightOf, sharedColumns } from "./capacity";

/** Burst of a rate limit: seconds of unused rate that a webhook may spend at once. Not measured. */
export const burstSeconds = 0.1;

/** Rows that a claim of lane 1 reads of each webhook that may take as many, however many webhooks share the claim. */
const fewestRead = 4;

/** SQL for the earliest time from which unused rate counts. */
export const earliest = (rate: string) =>
  `now() - greatest(${burstSeconds}::float8, 1.0 / ${rate}) * interval '1 second'`;

/** SQL for the number of requests that the rate allows now (GCRA). Null without a rate; `least` ignores nulls. */
const allowed = `case when w.rate_per_second is not null then greatest(0, floor(w.rate_per_second *
  extract(epoch from now() - greatest(l.spent_until, ${earliest("w.rate_per_second")}))))::int end`;

/** SQL for the time at which a row of a waiting webhook became due: the first one, or one counted from the last. */
const dueTime = (order: "asc" | "desc", skipped: string) => `(
    select q.due_at from queue q
    where q.lane = 1
      and (q.account_id, q.webhook_id, q.due_at) >= (waiting.account_id, waiting.webhook_id, '-infinity')
      and (q.account_id, q.webhook_id, q.due_at) <= (waiting.account_id, waiting.webhook_id, now())
    order by q.account_id ${order}, q.webhook_id ${order}, q.due_at ${order} offset ${skipped} limit 1)`;
const firstDue = dueTime("asc", "0");

/** SQL for the end of the cool-down. Null also for a paused webhook: its rows are parked, not sent, and probe nothing. */
const openUntil = "case when w.paused_at is null then r.open_until end";

/**
 * SQL for the due time from which rows of a webhook are read. A recovering circuit reads from a random time on, with as many rows
 * after it as the allowance: what waits longest are the retries of what failed when it opened, and a receiver that refuses some events
 * for good would fail every probe.
 */
const readFrom = `case when (${openUntil}) is null then '-infinity'
  else ${firstDue} + random() * (
    coalesce(${dueTime("desc", "greatest(r.allowance, 1) - 1")}, ${firstDue}) - ${firstDue}) end`;

/** SQL for the rows that a webhook may take at most in lane 1, by its limits. */
const takeable = `least(
  coalesce(b.remaining, greatest(0,
    case when w.last_triggered_at is null then 1 else w.max_concurrency end - coalesce(b.leased_here, 0))),
  case when (${openUntil}) is null then row_limit
    when (${openUntil}) > now() then 0 else greatest(r.allowance, 1) end,
  ${allowed}, row_limit)`;

/** SQL for the slots that a webhook not known to be fast may have, with this turn among the rows of all. */
export const slotsAt = (turn: string) =>
  `greatest(1, (slots - ${turn}) / case when responds then 1 else 8 end)`;

/** SQL for the rows of a webhook that can be among the `candidates` at most, whatever the others take. */
const winnable = `case when b.remaining is not null then row_limit
  when slots = 0 then 0
  else ${slotsAt("1")} - coalesce(b.in_lane, 0) end`;

/**
 * SQL for `able`: the waiting webhooks that may take rows, with the state of each and the number of rows to read. Accounts share
 * twice the rows of the claim equally, and so do the webhooks of each. Of a webhook that cannot win a slot one row is read, which
 * shows that it has some. The state is looked up once for each webhook, not for each row: see README.md of the scheduler.
 */
export const able = `
    able as materialized (
      select *, least(takeable, greatest(1, winnable), greatest(${fewestRead},
        2 * row_limit / greatest(1, of_account * sum((nth = 1)::int) over ()))) as readable
      from (
        select *, count(*) filter (where winnable > 0) over (partition by account_id) as of_account,
          row_number() over (partition by account_id) as nth
        from (
          select waiting.webhook_id, waiting.account_id, b.leased_here, b.in_lane, b.remaining, b.responds,
            b.remaining is null and w.last_triggered_at is null as is_new,
            (${openUntil}) is not null as recovering, w.rate_per_second as rate, a.*, ${sharedColumns}, row_limit,
            ${takeable} as takeable, ${winnable} as winnable, ${readFrom} as read_from
          from waiting
            left join webhooks w on w.id = waiting.webhook_id
            left join receivers r on r.webhook_id = waiting.webhook_id
            left join rate_limits l on l.webhook_id = waiting.webhook_id and w.rate_per_second is not null
            cross join capacity
            cross join lateral ${inFlightOf("waiting.webhook_id")} b
            cross join lateral ${accountInFlight("waiting.account_id")} a
          offset 0
        ) state
        where takeable > 0
      ) counted
    )`;
