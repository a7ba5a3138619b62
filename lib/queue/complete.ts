import type { Sql } from "@/db/client";
import { dueNow, hasTrueDueTime } from "./due-now";
import type { LeasedDelivery } from "./leased-delivery";
import { nearIds } from "./near-ids";
import { isEachDelivered, recordDelivered } from "./record-delivered";
import type { Result, SentResult } from "./result";
import { recordTallies } from "./tallies";

/** Records results and gives back unsent leases. Returns how many leases still stood: expired ones change nothing. */
export async function completeDeliveries(sql: Sql, results: Result[]): Promise<number> {
  const sent = results.filter((result) => result.decision !== "unsent");
  const unsent = results.filter(({ decision }) => decision === "unsent");
  const released = await release(sql, unsent);
  return released + (sent.length > 0 ? await record(sql, sent) : 0);
}

/**
 * Records attempts and updates their deliveries in one statement. The number of the lease is the fence: a worker that
 * outlived its lease holds an old number, and its result changes nothing. Returns the number of results recorded. The statement is
 * planned for index look-ups: see README.md in this folder.
 */
async function record(sql: Sql, results: SentResult[]): Promise<number> {
  if (isEachDelivered(results)) return recordDelivered(sql, results);
  const ids = results.map(({ deliveryId }) => deliveryId);
  const statement = statementOf(nearIds("id", ids), nearIds("d.id", ids));
  const values = [JSON.stringify(results.map(row))];
  const [count] = await sql.unsafe<{ n: number }[]>(statement, values, { prepare: true });
  return count?.n ?? 0;
}

/**
 * CTE `held`: the results of attempts that still hold the lease of their queue row; the others change nothing. Locks rows of
 * webhooks before rows of the queue, the order of deleting a webhook too, so the two never deadlock. Skips webhooks that are being
 * deleted, which takes up to 25 s: results of other accounts would wait.
 */
const held = `
    result as materialized (
      select * from json_to_recordset($1::text::json) as r(
        delivery_id uuid, attempt int, lease int, trigger text, webhook_id uuid, decision text, delay_ms float8,
        started_at timestamptz, duration_ms int, dns_ms int, connect_ms int, tls_ms int, first_byte_ms int,
        status_code int, cause text, error text, url text, request_headers text, response_headers text,
        response_body text, truncated boolean)
    ), staying as materialized (
      select w.id from webhooks w
      where w.id in (select webhook_id from result where decision = 'gone')
      for key share skip locked
    ), gone as materialized (
      select w.id from webhooks w where w.id in (select id from staying) order by w.id for no key update
    ), held as materialized (
      select r.*, case
          -- Null if the webhook was resumed while this request was in flight. A scalar subquery, because the planner
          -- would read all webhooks into a hash table for "exists".
          when q.resume_at = 'infinity'
            then (select q.resume_at from webhooks w where w.id = r.webhook_id and w.paused_at is not null)
          else q.resume_at end as resume_at,
        case r.decision when 'delivered' then 'delivered' else 'failed' end as final_status,
        r.decision <> 'retry' and (r.decision <> 'returned' or q.resume_at is null) as ends
      from result r cross join lateral (
        select resume_at from queue
        where delivery_id = r.delivery_id and attempt = r.attempt and lease = r.lease and leased for update
      ) q
      where (select count(*) from gone) >= 0
    )`;

/** `nearId` and `nearDeliveryId`: predicates on `id` and `d.id` that prune partitions. */
const statementOf = (nearId: string, nearDeliveryId: string) => `
    with ${held}, logged as (
      insert into attempts (delivery_id, number, trigger, started_at, duration_ms, dns_ms, connect_ms,
        tls_ms, first_byte_ms, status_code, cause, error, url, request_headers, response_headers,
        response_body, response_truncated)
      select delivery_id, attempt, trigger, started_at, duration_ms, dns_ms, connect_ms,
        tls_ms, first_byte_ms, status_code, cause, error, url, request_headers, response_headers,
        decode(response_body, 'base64'), truncated
      from held
      on conflict do nothing
    ), ended as (
      delete from queue q using held h
      where q.delivery_id between h.delivery_id and h.delivery_id and h.ends
    ), waiting as (
      update queue q set leased = false, lost = 0, resume_at = null, lane = 2,
        trigger = case when h.decision = 'returned'
          then (
            select trigger from deliveries where id between h.delivery_id and h.delivery_id and ${nearId} limit 1
          ) else q.trigger end,
        due_at = greatest(h.resume_at, now() + h.delay_ms * interval '1 millisecond')
      from held h where q.delivery_id between h.delivery_id and h.delivery_id and not h.ends
    ), paused as (
      -- Not where the webhook has moved: the URL that is gone is its former one.
      update webhooks w set
        paused_at = coalesce(w.paused_at, now()), pause_reason = coalesce(w.pause_reason, 'gone')
      from held h
      where h.decision = 'gone' and w.id = h.webhook_id and w.callback_url = h.url and w.id in (select id from gone)
        and not w.one_shot
    ), recorded as (
      update deliveries d set attempts = h.attempt, cause = h.cause, status_code = h.status_code,
        duration_ms = h.duration_ms,
        status = case when h.ends and d.status = 'pending' then h.final_status else d.status end,
        finished_at = case when h.ends and d.status = 'pending' then now() else d.finished_at end
      from held h where d.id between h.delivery_id and h.delivery_id and ${nearDeliveryId}
      returning d.account_id, d.webhook_id, d.one_shot, d.event, h.trigger, d.cause, d.status_code,
        d.duration_ms, h.ends and d.status = 'failed' as given_up,
        h.ends and d.finished_at = now()::timestamptz(3) and d.trigger <> 'test' as ended
    ), ${recordTallies}
    select count(*)::int as n from recorded`;

/** Returns the JSON row of a result. Null fields are left out. */
function row(result: SentResult) {
  return {
    delivery_id: result.deliveryId,
    attempt: result.attempt,
    lease: result.lease,
    trigger: result.trigger,
    webhook_id: result.webhookId,
    decision: result.decision,
    delay_ms: result.delayMs,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    dns_ms: result.dnsMs ?? undefined,
    connect_ms: result.connectMs ?? undefined,
    tls_ms: result.tlsMs ?? undefined,
    first_byte_ms: result.firstByteMs ?? undefined,
    status_code: result.statusCode ?? undefined,
    cause: result.cause ?? undefined,
    error: result.error ?? undefined,
    url: result.url ?? undefined,
    request_headers: result.requestHeaders ?? undefined,
    response_headers: result.responseHeaders ?? undefined,
    response_body: result.responseBody ?? undefined,
    truncated: result.truncated,
  };
}

type Unsent = Pick<LeasedDelivery, "deliveryId" | "attempt" | "lease">;

/**
 * Gives back leases whose request was never sent. Their deliveries are due now, and the attempt is not counted. A circuit whose
 * probe this was may be probed again at once. Returns how many leases still stood.
 */
export async function release(sql: Sql, unsent: Unsent[]): Promise<number> {
  if (unsent.length === 0) return 0;
  const rows = unsent.map(({ deliveryId, attempt, lease }) => ({
    delivery_id: deliveryId,
    attempt,
    lease,
  }));
  const released = await sql`
    with unsent as materialized (
      select q.* from jsonb_to_recordset(${sql.json(rows)}) as r(delivery_id uuid, attempt int, lease int)
        cross join lateral (
          select delivery_id, webhook_id, due_at from queue
          where delivery_id = r.delivery_id and attempt = r.attempt and lease = r.lease and leased for update
        ) q
    ), probes as (
      update receivers r set open_until = ${sql.unsafe(dueNow)}
      from unsent u cross join lateral (
        select webhook_id from receivers
        where webhook_id = u.webhook_id and open_until = u.due_at and allowance = 0 for update skip locked
      ) p where r.webhook_id between p.webhook_id and p.webhook_id
    )
    update queue q set leased = false, attempt = q.attempt - 1,
      -- As the claim that moved it to lane 1 had set it.
      due_at = ${sql.unsafe(dueNow)} - (not ${sql.unsafe(hasTrueDueTime("q"))})::int * interval '1 day',
      step = q.step - (q.trigger in ('event', 'replay'))::int
    from unsent u where q.delivery_id between u.delivery_id and u.delivery_id`;
  return released.count;
}
