import type { Sql } from "@/db/client";
import { arrayText, divider, separatedJson } from "./array-text";
import { nearIds } from "./near-ids";
import type { SentResult } from "./result";
import { recordTallies } from "./tallies";

export function isEachDelivered(results: SentResult[]): boolean {
  return results.every(({ decision }) => decision === "delivered");
}

/**
 * Records attempts that all succeeded, as `record` in `complete.ts` does, by a smaller statement: most groups have no
 * failure, and then nothing is scheduled or paused. Deleting the row of the queue is the fence. Returns the number of
 * results recorded.
 */
export async function recordDelivered(sql: Sql, results: SentResult[]): Promise<number> {
  const ids = results.map(({ deliveryId }) => deliveryId);
  const statement = statementOf(nearIds("d.id", ids));
  const [count] = await sql.unsafe<{ n: number }[]>(statement, valuesOf(results), {
    prepare: true,
  });
  return count?.n ?? 0;
}

function valuesOf(results: SentResult[]) {
  const column = (value: (result: SentResult) => string | number | boolean | null) =>
    arrayText(results.map(value));
  return [
    column((result) => result.deliveryId),
    column((result) => result.attempt),
    column((result) => result.lease),
    column((result) => result.trigger),
    column((result) => result.startedAt),
    column((result) => result.durationMs),
    column((result) => result.dnsMs),
    column((result) => result.connectMs),
    column((result) => result.tlsMs),
    column((result) => result.firstByteMs),
    column((result) => result.statusCode),
    column((result) => result.url),
    separatedJson(results.map((result) => result.requestHeaders)),
    separatedJson(results.map((result) => result.responseHeaders)),
    column((result) => result.responseBody),
    column((result) => result.truncated),
  ];
}

const statementOf = (near: string) => `
  with result as materialized (
    select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::int[], $8::int[],
        $9::int[], $10::int[], $11::int[], $12::text[], string_to_array($13::text, ${divider}), string_to_array($14::text, ${divider}), $15::text[], $16::bool[])
      as r(delivery_id, attempt, lease, trigger, started_at, duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms,
        status_code, url, request_headers, response_headers, response_body, truncated)
  ), held as (
    delete from queue q using result r
    where q.delivery_id between r.delivery_id and r.delivery_id and q.attempt = r.attempt
      and q.lease = r.lease and q.leased
    returning r.*
  ), logged as (
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
      first_byte_ms, status_code, url, request_headers, response_headers, response_body, response_truncated)
    select delivery_id, attempt, trigger, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
      first_byte_ms, status_code, url, request_headers, response_headers, decode(response_body, 'base64'), truncated
    from held
    on conflict do nothing
  ), recorded as (
    update deliveries d set attempts = h.attempt, cause = null, status_code = h.status_code, duration_ms = h.duration_ms,
      status = case when d.status = 'pending' then 'delivered' else d.status end,
      finished_at = case when d.status = 'pending' then now() else d.finished_at end
    from held h where d.id between h.delivery_id and h.delivery_id
      and ${near}
    returning d.account_id, d.webhook_id, d.one_shot, d.event, h.trigger, d.cause, d.status_code, d.duration_ms,
      false as given_up, d.finished_at = now()::timestamptz(3) and d.trigger <> 'test' as ended
  ), ${recordTallies}
  select count(*)::int as n from recorded`;
