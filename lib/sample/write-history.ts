import type { TransactionSql } from "postgres";
import type { AuditAction } from "@/db/audit-actions";
import type { ActorKind } from "@/db/enums";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { maskUrl } from "@/lib/protocol/mask-url";
import { sampleWebhooks } from "./webhooks";

type AuditEntry = {
  /** Minutes before now. */
  ago: number;
  actor_kind: ActorKind;
  actor_name?: string;
  action: AuditAction;
  webhook?: string;
  api_key?: string;
  before?: object;
  after?: object;
};

const day = 1440;
const ana = { actor_kind: "user", actor_name: "ana@studio.example" } as const;
const jon = { actor_kind: "user", actor_name: "jon@studio.example" } as const;

const creations: AuditEntry[] = sampleWebhooks.map(({ key, created, events, url }) => ({
  ...(created > 10 * day ? ana : jon),
  ago: created,
  action: "webhook.created",
  webhook: key,
  after: { callbackUrl: maskUrl(url), events },
}));

/** Audit entries of the sample data. */
const auditEntries: AuditEntry[] = [
  ...creations,
  { ...ana, ago: 57 * day, action: "api_key.issued", api_key: "old-exporter" },
  { ...ana, ago: 56 * day, action: "api_key.issued", api_key: "studio-api" },
  { ...jon, ago: 41 * day, action: "api_key.issued", api_key: "crm-sync" },
  { ...jon, ago: 8 * day - 200, action: "webhook.tested", webhook: "fernwood" },
  { ...jon, ago: 5 * day - 94, action: "webhook.tested", webhook: "meridian" },
  { ...jon, ago: 5 * day - 95, action: "replay.created", after: { ratePerSecond: 5 } },
  {
    actor_kind: "system",
    ago: 3 * day - 40,
    action: "webhook.paused",
    webhook: "fernwood",
    before: { paused: false },
    after: { paused: true, reason: "failing" },
  },
  {
    ...jon,
    ago: 2 * day,
    action: "webhook.settings_updated",
    webhook: "basalt",
    before: { maxConcurrency: 8 },
    after: { maxConcurrency: 4 },
  },
  {
    ...ana,
    ago: 19 * 60,
    action: "webhook.paused",
    webhook: "staging",
    before: { paused: false },
    after: { paused: true },
  },
  { ...ana, ago: 184, action: "webhook_secret.revealed", webhook: "kitehouse" },
  {
    ...ana,
    ago: 180,
    action: "webhook_secret.rotated",
    webhook: "kitehouse",
    after: { overlapSeconds: 86_400 },
  },
];

/** Keys of the sample data; the keys themselves are discarded. Times are minutes before now. */
const keys = [
  {
    name: "studio-api",
    scopes: ["events:write"],
    created: 56 * day,
    used: 2,
    created_by: ana.actor_name,
  },
  {
    name: "crm-sync",
    scopes: ["webhooks:read", "webhooks:write", "deliveries:read"],
    created: 41 * day,
    used: 95,
    created_by: jon.actor_name,
  },
  {
    name: "old-exporter",
    scopes: ["deliveries:read"],
    created: 57 * day,
    used: null,
    created_by: ana.actor_name,
  },
];

/** Writes the keys, the audit log, and the replay after an outage. */
export async function writeHistory(sql: TransactionSql): Promise<void> {
  const rows = keys.map((key) => {
    const secret = newApiKey();
    return { ...key, key_hash: hashKey(secret), ...hintOf(secret) };
  });
  await sql`
    insert into api_keys (id, account_id, name, scopes, key_hash, prefix, last4, created_at, last_used_at, created_by)
    select pg_temp.uuid7_of(at, 'key ' || name), ${sampleAccount.id}, name, scopes, key_hash, prefix, last4, at,
      now() - used * interval '1 minute', created_by
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as k(name text, scopes text[], key_hash text,
      prefix text, last4 text, created int, used int, created_by text),
      lateral (select now() - created * interval '1 minute' as at) a`;
  await writeReplay(sql);
  await writeAudit(sql);
}

async function writeReplay(sql: TransactionSql): Promise<void> {
  await sql`
    insert into replays (id, account_id, choice, fingerprint, rate_per_second, status, total, delivered, collected,
      created_at, finished_at)
    select pg_temp.uuid7_of(s.replayed, 'replay'), ${sampleAccount.id},
      json_build_object('filter', json_build_object('status', json_build_array('failed'), 'webhook', s.id,
        'from', ${iso(sql, "trouble_from")}, 'to', ${iso(sql, "trouble_to")}))::text,
      'sample', 5, 'completed', count(*), count(*), true, s.replayed, max(l.started_at) + interval '1 second'
    from sample_webhooks s join sample_attempts l on l.webhook = s.n and l.trigger = 'replay'
    group by s.id, s.replayed, s.trouble_from, s.trouble_to`;
}

async function writeAudit(sql: TransactionSql): Promise<void> {
  await sql`
    insert into audit_log (id, account_id, actor_kind, actor_name, actor_id, action, target_id, webhook_id, address,
      request_id, before, after, created_at, target_name)
    select pg_temp.uuid7_of(at, 'audit ' || d.n), ${sampleAccount.id}, actor_kind, actor_name,
      case when actor_name is not null then pg_temp.uuid4_of(actor_name)::uuid end, action,
      coalesce(s.id, (select id from api_keys where account_id = ${sampleAccount.id} and name = d.api_key),
        case when action like 'replay.%' then (select id from replays where fingerprint = 'sample') end),
      s.id, case when actor_kind <> 'system' then '203.0.113.' || 20 + d.n % 3 end,
      case when actor_kind <> 'system' then pg_temp.uuid4_of('request ' || d.n) end, before::text, after::text, at,
      coalesce((select coalesce(nullif(w.label, ''), split_part(w.callback_url, '?', 1)) from webhooks w where w.id = s.id), d.api_key)
    from (
      select row_number() over () as n, d.*, now() - ago * interval '1 minute' as at
      from json_to_recordset(${JSON.stringify(auditEntries)}::text::json) as d(ago int, actor_kind text, actor_name text,
        action text, webhook text, api_key text, before json, after json)
    ) d left join sample_webhooks s on s.key = d.webhook`;
}

/** SQL expression: a time in the format of the API. */
function iso(sql: TransactionSql, column: "trouble_from" | "trouble_to") {
  return sql`to_char(s.${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
