import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectSql, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { newSecret } from "@/lib/outbound/signature";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { stopPostgresOnExit } from "@/tests/cleanup-on-exit";
import { now } from "./clock";

/** Payload of an event: a kilobyte. */
export const payload = JSON.stringify({ videoId: "v", notes: "x".repeat(990) });

/** Starts a Postgres with the product's settings, removed at exit. */
export async function startDatabase() {
  const dir = await mkdtemp(path.join(tmpdir(), "postback-bench-"));
  stopPostgresOnExit(dir);
  const settings = { shared_preload_libraries: "pg_stat_statements" };
  const server = await startEmbeddedPostgres({ dir, settings });
  await migrate(server.url);
  const sql = connectSql(server.url, 4);
  return {
    sql,
    url: server.url,
    pid: server.pid,
    async stop(): Promise<void> {
      await sql.end({ timeout: 1 });
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Replaces all webhooks by one per address. Returns their ids.
 * @param calledAt time of the last request to them; null when none was ever sent
 */
export async function furnish(
  sql: Sql,
  addresses: string[],
  calledAt: Date | null = null,
): Promise<string[]> {
  await sql`truncate accounts, events, deliveries, attempts, queue cascade`;
  const [account] = await sql`
    insert into accounts (id, name) values (new_id(), 'bench') returning id`;
  const webhooks = await sql<{ id: string }[]>`
    insert into webhooks (id, account_id, callback_url, events, last_triggered_at)
    select new_id(), ${account?.id}, address, '{VIDEO_GENERATION_SUCCESS}', ${calledAt}
    from unnest(${addresses}::text[]) address returning id`;
  await sql`
    insert into webhook_secrets (id, webhook_id, secret)
    select new_id(), id, ${newSecret()} from webhooks`;
  await sql`analyze`;
  return webhooks.map(({ id }) => id);
}

/** Inserts one event for each of these webhooks, due for this long. Returns the event ids, in that order. */
export async function publish(sql: Sql, webhookIds: string[], age = "0"): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with pairs as materialized (
      select new_id() as event_id, new_id() as delivery_id, w.id as webhook_id, w.account_id, n
      from unnest(${webhookIds}::uuid[]) with ordinality as g(id, n) join webhooks w on w.id = g.id
    ), inserted_events as (
      insert into events (id, account_id, name, data, subject)
      select event_id, account_id, 'VIDEO_GENERATION_SUCCESS', ${payload}, 'v' from pairs
    ), inserted_deliveries as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select delivery_id, account_id, event_id, webhook_id, 'VIDEO_GENERATION_SUCCESS', '', 'event'
      from pairs
    ), queued as (
      insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
      select delivery_id, event_id, webhook_id, account_id, 'event', now() - ${age}::interval from pairs
      order by n
    )
    select event_id as id from pairs order by n`;
  return rows.map(({ id }) => id);
}

/** Events of one insert. */
const inserted = 5000;

/** Inserts this many events for these webhooks in turn, due now. */
export async function backlog(sql: Sql, webhookIds: string[], jobs: number): Promise<void> {
  for (let n = 0; n < jobs; n += inserted) {
    const length = Math.min(inserted, jobs - n);
    const some = Array.from({ length }, (_, i) => webhookIds[i % webhookIds.length] ?? "");
    await publish(sql, some);
  }
  await sql`analyze`;
}

/** Waits until this many attempts are recorded. Returns the time. */
export async function untilRecorded(sql: Sql, jobs: number): Promise<number> {
  for (;;) {
    const [found] = await sql`select count(*)::int as n from attempts`;
    if (found?.n >= jobs) return now();
    await delay(5);
  }
}
