import type { Sql } from "@/db/client";
import type { Claimed } from "./claimed";
import type { Fate } from "./fate";
import type { Outcome } from "./outcome";
import { release } from "./release";
import { tallied } from "./tallied";

type Sent = { claimed: Claimed; outcome: Outcome; fate: Fate };
/** Without an outcome nothing was sent, and it is somebody else's turn. */
export type Result = Sent | { claimed: Claimed; outcome: null };

/** Says what became of claimed deliveries. Answers how many of the results still stood. */
export async function settle(sql: Sql, results: Result[]): Promise<number> {
  const sent = results.filter((result) => result.outcome !== null);
  const unsent = results.filter(({ outcome }) => outcome === null);
  const released = await release(
    sql,
    unsent.map(({ claimed }) => claimed),
  );
  return released + (sent.length > 0 ? await record(sql, sent) : 0);
}

/**
 * Writes attempts down and says what becomes of their deliveries, all in one statement: a worker that outlived
 * its lease holds an old attempt number, and changes nothing here. `between` is a look-up for each row, where `=`
 * could become a join that reads the whole log.
 */
async function record(sql: Sql, results: Sent[]): Promise<number> {
  const [told] = await sql<{ n: number }[]>`
    with ${fenced(sql, results)}, logged as (
      insert into attempts (delivery_id, number, trigger, started_at, duration_ms, dns_ms, connect_ms,
        tls_ms, first_byte_ms, status_code, cause, error, url, request_headers, response_headers,
        response_body, response_truncated)
      select delivery_id, attempt, trigger, started_at, duration_ms, dns_ms, connect_ms,
        tls_ms, first_byte_ms, status_code, cause, error, url, request_headers::text, response_headers::text,
        decode(response_body, 'base64'), truncated
      from held
      on conflict do nothing
    ), ended as (
      delete from queue q using held h
      where q.delivery_id between h.delivery_id and h.delivery_id and h.ends
    ), waiting as (
      update queue q set leased = false, lost = 0, resume_at = null, lane = 2,
        trigger = case when h.fate = 'returned'
          then (select trigger from deliveries where id = h.delivery_id limit 1) else q.trigger end,
        due_at = greatest(h.resume_at, now() + h.delay_ms * interval '1 millisecond')
      from held h where q.delivery_id between h.delivery_id and h.delivery_id and not h.ends
    ), paused as (
      update webhooks w set
        paused_at = coalesce(w.paused_at, now()), pause_reason = coalesce(w.pause_reason, 'gone')
      where w.id in (select webhook_id from held where fate = 'gone') and not w.one_shot
    ), told as (
      update deliveries d set attempts = h.attempt, cause = h.cause, status_code = h.status_code,
        duration_ms = h.duration_ms,
        status = case when h.ends and d.status = 'pending' then h.verdict else d.status end,
        finished_at = case when h.ends and d.status = 'pending' then now() else d.finished_at end
      from held h where d.id between h.delivery_id and h.delivery_id
      returning d.account_id, d.webhook_id, d.one_shot, d.event, h.trigger, d.cause, d.status_code,
        d.duration_ms, h.ends and d.status = 'failed' as given_up
    ), ${tallied(sql)}
    select count(*)::int as n from told`;
  return told?.n ?? 0;
}

/** The results whose lease still stands. Webhooks are locked before queue rows, as deleting one does. */
function fenced(sql: Sql, results: Sent[]) {
  return sql`
    result as materialized (
      select * from json_to_recordset(${JSON.stringify(results.map(row))}::text::json) as r(
        delivery_id uuid, attempt int, trigger text, webhook_id uuid, fate text, delay_ms float8,
        started_at timestamptz, duration_ms int, dns_ms int, connect_ms int, tls_ms int, first_byte_ms int,
        status_code int, cause text, error text, url text, request_headers json, response_headers json,
        response_body text, truncated boolean)
    ), gone as materialized (
      select from webhooks w
      where w.id in (select webhook_id from result where fate = 'gone')
      order by w.id for no key update
    ), held as materialized (
      select r.*, q.resume_at, case r.fate when 'delivered' then 'delivered' else 'failed' end as verdict,
        r.fate <> 'retry' and (r.fate <> 'returned' or q.resume_at is null) as ends
      from result r cross join lateral (
        select resume_at from queue
        where delivery_id = r.delivery_id and attempt = r.attempt and leased for update
      ) q
      where (select count(*) from gone) >= 0
    )`;
}

/**
 * JSON carries a body as base64: Postgres takes neither NUL nor broken UTF-8 in text. What is null is left out;
 * headers are read as JSON and kept as its text.
 */
function row({ claimed, outcome, fate }: Sent) {
  const { phases, requestHeaders } = outcome;
  return {
    delivery_id: claimed.deliveryId,
    attempt: claimed.attempt,
    trigger: claimed.trigger,
    webhook_id: claimed.webhookId,
    fate: fate.kind,
    delay_ms: "delayMs" in fate ? fate.delayMs : 0,
    started_at: outcome.startedAt,
    duration_ms: outcome.durationMs,
    dns_ms: phases.dnsMs ?? undefined,
    connect_ms: phases.connectMs ?? undefined,
    tls_ms: phases.tlsMs ?? undefined,
    first_byte_ms: phases.firstByteMs ?? undefined,
    status_code: outcome.statusCode ?? undefined,
    cause: outcome.cause ?? undefined,
    error: outcome.error ?? undefined,
    url: requestHeaders ? claimed.callbackUrl : undefined,
    request_headers: requestHeaders ?? undefined,
    response_headers: outcome.responseHeaders ?? undefined,
    response_body: outcome.responseBody?.toString("base64"),
    truncated: outcome.truncated,
  };
}
