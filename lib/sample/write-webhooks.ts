import type { TransactionSql } from "postgres";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { newSecret } from "@/lib/outbound/signature";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { responses } from "./responses";
import { sampleWebhooks } from "./webhooks";

/** Writes the receivers and their responses to temporary tables, and the webhooks. */
export async function writeWebhooks(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table sample_responses on commit drop as
    select * from json_to_recordset(${JSON.stringify(responses)}::text::json) as a(
      kind text, status int, cause text, error text, headers json, body text, took int)`;
  await sql`
    create temp table sample_webhooks on commit drop as
    select row_number() over () as n, w.*, substring(url from '//([^/]+)') as host,
      pg_temp.uuid7_of(${createdAt(sql)}, 'webhook ' || key) as id, ${createdAt(sql)} as created_at,
      trouble ->> 'answer' as trouble_response, ${troubleAt(sql, "from")} as trouble_from,
      coalesce(${troubleAt(sql, "to")}, case when trouble is not null then 'infinity'::timestamptz end) as trouble_to,
      coalesce(${troubleAt(sql, "healed")}, 'infinity') as healed, ${troubleAt(sql, "replayed")} as replayed,
      now() - (paused ->> 'at')::int * interval '1 minute' as paused_at, paused ->> 'reason' as pause_reason
    from json_to_recordset(${JSON.stringify(sampleWebhooks)}::text::json) as w(key text, url text, label text,
      events text[], created int, latency int, answer text, flaky float8, flake text, trouble json, paused json)`;
  await sql`
    insert into webhooks (id, account_id, callback_url, events, label, paused_at, pause_reason, created_at, updated_at)
    select id, ${sampleAccount.id}, url, events, label, paused_at, pause_reason, created_at,
      coalesce(paused_at, created_at) from sample_webhooks`;
  await writeSecrets(sql);
}

/** Writes the secrets. One is in rotation: its old secret keeps signing for some hours. */
async function writeSecrets(sql: TransactionSql): Promise<void> {
  const rows = await sql<{ id: string; key: string }[]>`select id, key from sample_webhooks`;
  for (const { id, key } of rows) {
    const { secret, ...kept } = sealSecret(id, newSecret());
    await sql`
      insert into webhook_secrets (id, webhook_id, secret, created_at)
      select ${kept.id}, id, ${secret}, case when key = 'kitehouse' then now() - interval '3 hours' else created_at end
      from sample_webhooks where key = ${key}`;
  }
  const [rotated] = rows.filter(({ key }) => key === "kitehouse");
  if (!rotated) return;
  const old = sealSecret(rotated.id, newSecret());
  await sql`
    insert into webhook_secrets (id, webhook_id, secret, created_at, valid_until)
    select ${old.id}, id, ${old.secret}, created_at, now() + interval '21 hours'
    from sample_webhooks where id = ${rotated.id}`;
}

function createdAt(sql: TransactionSql) {
  return sql`date_trunc('milliseconds', now() - created * interval '1 minute')`;
}

function troubleAt(sql: TransactionSql, moment: "from" | "to" | "healed" | "replayed") {
  return sql`now() - (trouble ->> ${moment})::int * interval '1 minute'`;
}

/** Writes the state of receivers and the operational events, as workers would. */
export async function writeHealth(sql: TransactionSql): Promise<void> {
  await sql`
    update webhooks w set last_triggered_at = l.at from (
      select webhook, max(started_at) as at from sample_attempts group by webhook
    ) l join sample_webhooks s on s.n = l.webhook where w.id = s.id`;
  await sql`
    insert into receivers (webhook_id, slow_since, open_until, cooldown_seconds, failing_since, failed_at, failures,
      failed_deliveries, failure, failed_delivery_id, failed_attempt)
    select s.id, null, case when s.key = 'orbit' then now() + interval '11 minutes' end,
      case when s.key = 'orbit' then 900 end, min(l.started_at), max(l.started_at), count(*), count(distinct l.id),
      (select replace(error, '{host}', s.host) from sample_responses where kind = s.trouble_response),
      (array_agg(l.id order by l.started_at desc))[1], (array_agg(l.number order by l.started_at desc))[1]
    from sample_attempts l join sample_deliveries f on f.id = l.id join sample_webhooks s on s.n = l.webhook
    where f.troubled and not f.is_replayed and s.healed = 'infinity'
    group by s.id, s.key, s.host, s.trouble_response`;
  await sql`
    insert into receivers (webhook_id, slow_since)
    select id, now() - interval '26 hours' from sample_webhooks where key = 'basalt'`;
  // Removes the operational events that triggers wrote with the current time.
  await sql`delete from operational_events where account_id = ${sampleAccount.id}`;
  await writeOperationalEvents(sql);
}

const operationalEvents = [
  { key: "orbit", kind: "webhook.failing", ago: 162, reason: "5 requests in a row failed." },
  {
    key: "orbit",
    kind: "webhook.circuit_opened",
    ago: 158,
    reason:
      "Too many requests failed, so the circuit is open. Only tests and resends are sent until the cool-down ends.",
  },
  {
    key: "zedmedia",
    kind: "webhook.failing",
    ago: 6040,
    reason: "5 requests in a row failed.",
  },
  {
    key: "basalt",
    kind: "webhook.slow",
    ago: 1560,
    reason:
      "A request exceeded its deadline. Deliveries wait in the slow lane until responses are fast again.",
  },
  {
    key: "meridian",
    kind: "webhook.failing",
    ago: 13_000,
    reason: "5 requests in a row failed.",
  },
  { key: "meridian", kind: "webhook.recovered", ago: 12_959, reason: "A request succeeded again." },
  {
    key: "fernwood",
    kind: "webhook.failing",
    ago: 11_500,
    reason: "5 requests in a row failed.",
  },
  {
    key: "fernwood",
    kind: "webhook.auto_paused",
    ago: 4280,
    reason:
      "Every attempt of the last five days failed, so the webhook was paused. New deliveries wait until it is resumed.",
  },
  {
    key: "staging",
    kind: "webhook.paused",
    ago: 1140,
    reason: "Paused manually. New deliveries wait until the webhook is resumed.",
  },
];

async function writeOperationalEvents(sql: TransactionSql): Promise<void> {
  await sql`
    insert into operational_events (id, account_id, webhook_id, kind, reason, created_at)
    select pg_temp.uuid7_of(at, 'event ' || key || kind), ${sampleAccount.id}, s.id, kind, reason, at
    from json_to_recordset(${JSON.stringify(operationalEvents)}::text::json) as t(key text, kind text, ago int, reason text)
      join sample_webhooks s using (key),
      lateral (select now() - ago * interval '1 minute' as at) a`;
}
