import type { TransactionSql } from "postgres";
import { newSecret } from "@/lib/outbound/signature";
import { keepSecret } from "@/lib/secrets/kept-secret";
import { sampleAccount } from "./account";
import { answers } from "./answers";
import { sampleWebhooks } from "./webhooks";

/** Writes the receivers and their responses to temporary tables, and the webhooks. */
export async function writeWebhooks(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table sample_answers on commit drop as
    select * from json_to_recordset(${JSON.stringify(answers)}::text::json) as a(
      kind text, status int, cause text, error text, headers json, body text, took int)`;
  await sql`
    create temp table sample_webhooks on commit drop as
    select row_number() over () as n, w.*, substring(url from '//([^/]+)') as host,
      pg_temp.id_of(${ago(sql, "created")}, 'webhook ' || key) as id, ${ago(sql, "created")} as created_at,
      trouble ->> 'answer' as trouble_answer, ${troubleAt(sql, "from")} as trouble_from,
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
    const { secret, ...kept } = keepSecret(id, newSecret());
    await sql`
      insert into webhook_secrets (id, webhook_id, secret, created_at)
      select ${kept.id}, id, ${secret}, case when key = 'kitehouse' then now() - interval '3 hours' else created_at end
      from sample_webhooks where key = ${key}`;
  }
  const [rotated] = rows.filter(({ key }) => key === "kitehouse");
  if (!rotated) return;
  const old = keepSecret(rotated.id, newSecret());
  await sql`
    insert into webhook_secrets (id, webhook_id, secret, created_at, valid_until)
    select ${old.id}, id, ${old.secret}, created_at, now() + interval '21 hours'
    from sample_webhooks where id = ${rotated.id}`;
}

function ago(sql: TransactionSql, column: "created") {
  return sql`date_trunc('milliseconds', now() - ${sql(column)} * interval '1 minute')`;
}

function troubleAt(sql: TransactionSql, moment: "from" | "to" | "healed" | "replayed") {
  return sql`now() - (trouble ->> ${moment})::int * interval '1 minute'`;
}
