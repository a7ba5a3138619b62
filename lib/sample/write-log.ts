import type { TransactionSql } from "postgres";
import { connectSql, type Sql } from "@/db/client";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { log } from "@/lib/log";
import { type Day, dayOf } from "@/lib/retention/days";
import {
  createLike,
  daysOf,
  defaultOf,
  idsOfDay,
  type LogTable,
  logTables,
  partitionOf,
} from "@/lib/retention/log-tables";
import { inShortTransaction, isPostponable } from "@/lib/retention/short-transaction";
import { service } from "@/lib/version";
import { startedAt } from "./generate-log";

const dayMs = 86_400_000;

/**
 * Creates partitions for the `days` before the first one, so that sample data is spread like real data. Leaves the
 * first partition as it is when it holds rows of those days or its tables are locked: all rows then go there.
 */
export async function createPastPartitions(url: string, days: number): Promise<void> {
  const sql = connectSql(url, 1);
  try {
    for (const table of logTables) await createPastPartitionsOf(sql, table, days);
  } catch (error) {
    if (!isPostponable(error)) throw error;
    log.info({ reason: error.message }, "no partitions created for past days");
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function createPastPartitionsOf(sql: Sql, table: LogTable, days: number): Promise<void> {
  const [first] = await daysOf(sql, table);
  const wanted = Array.from({ length: days + 1 }, (_, n) =>
    dayOf(new Date(Date.now() - (days - n) * dayMs)),
  ).filter((day) => first !== undefined && day < first);
  const [oldest] = wanted;
  if (first === undefined || oldest === undefined) return;
  const { from, to } = await idsOfDay(sql, first);
  const partition = partitionOf(table, first);
  const older = await sql`select from ${sql(partition)} where ${sql(table.key)} < ${from} limit 1`;
  if (older.length > 0) return;

  const attach = (day: Day, bounds: string) =>
    `alter table ${table.name} attach partition ${partitionOf(table, day)} for values ${bounds}`;
  const created = wanted.map(async (day) => {
    const range = await idsOfDay(sql, day);
    const start = day === oldest ? "minvalue" : `'${range.from}'`;
    const bounds = `from (${start}) to ('${range.to}')`;
    return [createLike(table, partitionOf(table, day)), attach(day, bounds)];
  });
  await inShortTransaction(sql, [
    `lock table ${table.name}, ${defaultOf(table)} in access exclusive mode`,
    `alter table ${table.name} detach partition ${partition}`,
    attach(first, `from ('${from}') to ('${to}')`),
    ...(await Promise.all(created)).flat(),
  ]);
}

const titles = [
  "Spring launch – personal hello",
  "Onboarding, part 1",
  "Quarterly review for partners",
  "Webinar invitation",
  "Product tour in 60 seconds",
  "Thank you for your order",
  "Welcome back",
  "How to read your invoice",
];
const people = ["Ada – studio", "Mateo, outdoors", "Yuki (v2)", "Lena – blazer", "Sam, desk"];
const languages = ["en", "de", "fr", "es", "ja", "pt-BR"];
const failures = [
  "Lip sync failed: the audio is longer than 10 minutes",
  "The script holds no text that can be spoken",
  "The source footage could not be decoded",
];

/** Writes the events as the service would publish them. */
export async function writeEvents(sql: TransactionSql): Promise<void> {
  await sql`
    insert into events (id, account_id, name, subject, created_at, data)
    select id, ${sampleAccount.id}, name, subject, at, case name
      when 'VIDEO_GENERATION_SUCCESS' then format(
        '{"videoId":"%s","videoName":%s,"videoUrl":"https://cdn.clone-video.example/renders/%s.mp4","extras":{"campaign":"c-%s","language":"%s"}}',
        subject, to_json(title), subject, n % 97, language)
      when 'VIDEO_GENERATION_FAILED' then format(
        '{"videoId":"%s","videoName":%s,"videoUrl":"","extras":{"campaign":"c-%s"},"error":%s}',
        subject, to_json(title), n % 97, to_json(failure))
      when 'AVATAR_TRAINING_SUCCESS' then format(
        '{"avatarId":"%s","voiceId":"%s","avatarName":%s,"extras":{"language":"%s"}}',
        subject, pg_temp.uuid4_of('voice ' || n), to_json(person), language)
      else format('{"avatarId":"%s","avatarName":%s,"extras":{},"error":"The footage is shorter than two minutes"}',
        subject, to_json(person)) end
    from sample_events, lateral (select
      ${pickedFrom(sql, titles, 4)} as title, ${pickedFrom(sql, people, 5)} as person,
      ${pickedFrom(sql, languages, 6)} as language, ${pickedFrom(sql, failures, 7)} as failure) texts`;
}

function pickedFrom(sql: TransactionSql, choice: string[], salt: number) {
  return sql`(${choice}::text[])[1 + floor(pg_temp.pseudo_random(n, ${salt}) * ${choice.length}::int)::int]`;
}

export async function writeDeliveries(sql: TransactionSql): Promise<void> {
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status,
      attempts, cause, status_code, duration_ms, created_at, finished_at)
    select f.id, ${sampleAccount.id}, f.event_id, w.id, f.event, w.url, 'event', 
      case when f.is_replayed then 'delivered' else f.status end, coalesce(l.number, 0), a.cause, a.status,
      l.duration, f.at,
      case when f.is_replayed or f.status <> 'pending' then l.started_at + l.duration * interval '1 ms' end
    from sample_deliveries f
      join sample_webhooks w on w.n = f.webhook
      left join sample_attempts l on l.id = f.id and l.number = f.attempts + f.is_replayed::int
      left join sample_responses a on a.kind = l.answer`;
}

/**
 * Writes unfinished deliveries to the queue. Those of a paused webhook are parked, as by the engine. The others are in
 * a lane that no worker claims: they show when a retry is due, and none is sent.
 */
export async function writeQueue(sql: TransactionSql): Promise<void> {
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, step, trigger, due_at, lane)
    select f.id, f.event_id, w.id, ${sampleAccount.id}, f.attempts, f.attempts, 'event',
      case when w.paused_at is null then ${startedAt(sql, sql`f.attempts + 1`)} else 'infinity' end,
      case when w.paused_at is null then ${unclaimedLane}::int else 0 end
    from sample_deliveries f join sample_webhooks w on w.n = f.webhook
    where f.status = 'pending'`;
}
const unclaimedLane = 3;

/** Writes the attempts with requests and responses. Signatures have the right form, made with a discarded key. */
export async function writeAttempts(sql: TransactionSql): Promise<void> {
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
      first_byte_ms, status_code, cause, error, url, request_headers, response_headers, response_body)
    select l.id, l.number, l.trigger, l.started_at, l.duration,
      case when opened then 1 + l.seed % 9 end, case when opened and a.cause is distinct from 'connect' then 4 + l.seed % 23 end,
      case when opened and coalesce(a.cause, '') not in ('connect', 'tls') then 11 + l.seed % 37 end,
      case when a.status is not null then greatest(1, l.duration - l.seed % 4) end,
      a.status, a.cause, replace(a.error, '{host}', w.host), case when sent then w.url end,
      case when sent then ${requestHeaders(sql)} end,
      case when a.status is not null then a.headers::text end,
      case when a.status is not null then decode(a.body, 'base64') end
    from sample_attempts l
      join sample_deliveries f on f.id = l.id
      join sample_webhooks w on w.n = l.webhook
      join sample_responses a on a.kind = l.answer
      join events e on e.id = f.event_id, lateral (
        select coalesce(a.cause, '') not in ('connect', 'tls') as sent,
          l.seed % 3 = 0 or coalesce(a.cause, '') in ('connect', 'tls') as opened) s`;
}

function requestHeaders(sql: TransactionSql) {
  const agent = `${service.name}/${service.version}`;
  return sql`format(
    '[["host",%s],["connection","keep-alive"],["content-type","application/json"],["user-agent",%s],["accept-encoding","identity"],["webhook-id","%s"],["webhook-timestamp","%s"],["webhook-signature","v1,%s"],["content-length","%s"]]',
    to_json(w.host), to_json(${agent}::text), f.event_id, floor(extract(epoch from l.started_at))::bigint,
    encode(sha256((l.id::text || l.number)::bytea), 'base64'),
    octet_length(e.data) + octet_length(f.event) + ${'{"event":"","data":}'.length}::int)`;
}
