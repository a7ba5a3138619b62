import { existsSync } from "node:fs";
import path from "node:path";
import { describeDatabase } from "@/db/address";
import { connectDatabase, connectSql, type Sql } from "@/db/client";
import { checkSchema } from "@/db/migrate";
import { checkKeys } from "@/lib/vault/admit-keys";
import { masterKeysIn } from "@/lib/vault/master-keys";
import { openVault } from "@/lib/vault/vault";
import { folderOf } from "@/server/embedded-postgres/folder";
import { refuseKeys } from "../admit-master-key";
import { readAddress } from "../database-setting";
import { readMasterKey } from "../master-key";
import type { Settings } from "../settings";
import { withProductDatabase } from "../with-database";
import { type Finding, failed, findingOf, ok, warning } from "./finding";
import { checkWorkers, workersOf } from "./workers";

/** Connections of a web process besides its pool: publishing 8, reads 4, changes of whole webhooks 2, the listener 1. */
export const connectionsBeside = 15;
/** Claims 1, results 1, maintenance 3, jobs 6, listener, metrics, retention and clock step 1 each. */
export const connectionsOfWorker = 15;
const clockWarningMs = 1000;

/** Checks the database and what it contains. Changes nothing. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const dir = path.resolve(settings.env.POSTBACK_DIR);
  if (settings.embedded && !existsSync(folderOf(dir).data)) {
    return [ok("database", `None yet. The first start creates one in ${dir}.`)];
  }
  try {
    return await withProductDatabase(settings, (url) => inspect(settings, url));
  } catch (error) {
    return [await findingOf("database", () => Promise.reject(error))];
  }
}

async function inspect(settings: Settings, url: string): Promise<Finding[]> {
  const sql = connectSql(url, 1, { limitMs: 10_000 });
  try {
    return [
      await findingOf("database", () => checkServer(sql, url)),
      await findingOf("clock", () => checkClock(sql)),
      await findingOf("privileges", () => checkPrivileges(sql)),
      await findingOf("durability", () => checkDurability(sql)),
      await findingOf("connections", () => checkConnections(sql, settings)),
      await findingOf("workers", () => checkWorkers(sql)),
      await findingOf("dispatch", () => checkDispatch(sql, settings)),
      await findingOf("migrations", () => checkMigrations(url)),
      await findingOf("master key", () => checkMasterKey(settings, url)),
    ];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function checkServer(sql: Sql, url: string): Promise<Finding> {
  const [row] = await sql`
    select current_setting('server_version') as version, pg_is_in_recovery() as is_standby,
      current_setting('transaction_read_only') = 'on' as is_read_only,
      pg_size_pretty(pg_database_size(current_database())) as size`;
  const detail = `Postgres ${row?.version}, ${describeDatabase(readAddress(url))}, ${row?.size}. No extensions are needed.`;
  if (!row?.isReadOnly) return ok("database", detail);
  if (!row.isStandby) {
    return failed(
      "database",
      `${describeDatabase(readAddress(url))} is read-only: default_transaction_read_only is on.`,
      "Find out who set it, such as a provider whose disk quota is used up. Then: ALTER DATABASE … RESET default_transaction_read_only.",
    );
  }
  return failed(
    "database",
    `${describeDatabase(readAddress(url))} is a read-only standby.`,
    "Point DATABASE_URL to the primary.",
  );
}

async function checkClock(sql: Sql): Promise<Finding> {
  const before = Date.now();
  const [row] = await sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return judgeClock(Number(row?.ms) - (before + Date.now()) / 2);
}

/** @param differenceMs the clock of the database less that of this machine */
export function judgeClock(differenceMs: number): Finding {
  const detail = `The clocks of this machine and the database differ by ${Math.round(Math.abs(differenceMs))} ms.`;
  if (Math.abs(differenceMs) < clockWarningMs) return ok("clock", detail);
  return warning(
    "clock",
    detail,
    "Synchronise both with NTP: receivers refuse signatures with a timestamp that is off by minutes.",
  );
}

async function checkPrivileges(sql: Sql): Promise<Finding> {
  const [row] = await sql`
    select current_user as name, has_database_privilege(current_database(), 'CREATE') as may_make_schemas,
      has_schema_privilege('public', 'CREATE') as may_make_tables`;
  if (row?.mayMakeSchemas && row.mayMakeTables) {
    return ok("privileges", `${row.name} may create schemas and tables.`);
  }
  return failed(
    "privileges",
    `${row?.name} may not create schemas or tables, which migrations and daily partitions need.`,
    `Make ${row?.name} the owner of the database: ALTER DATABASE … OWNER TO "${row?.name}".`,
  );
}

async function checkDurability(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`;
  if (rows.length === 0) return ok("durability", "Commits are flushed to disk.");
  const names = rows.map(({ name }) => name).join(" and ");
  return warning(
    "durability",
    `Postgres runs with ${names} off: a crash may lose accepted events.`,
    "Turn them on in postgresql.conf.",
  );
}

/** Workers are known by their heartbeats, web processes by the connection with which each listens. */
async function checkConnections(sql: Sql, { env }: Settings): Promise<Finding> {
  const [row] = await sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and query like 'listen %'
          and application_name in ('postback web', 'postback whole')) as web`;
  const running = (await workersOf(sql)).filter(({ isAlive }) => isAlive).length;
  const workers = running || 1 + env.WORKERS;
  const ofWeb = env.DATABASE_POOL_SIZE + connectionsBeside;
  const needed = (row?.web || 1) * ofWeb + workers * connectionsOfWorker;
  const ofWebs = row?.web ? `the running web processes (${row.web})` : "one web process";
  const ofWorkers = running > 0 ? `the running workers (${running})` : `${workers} worker(s)`;
  const detail = `Up to ${needed} connections for ${ofWebs} and ${ofWorkers} of ${row?.most}; ${row?.used} are open. Each further web process needs ${ofWeb}.`;
  if (needed <= Number(row?.most)) return ok("connections", detail);
  return warning(
    "connections",
    detail,
    "Raise max_connections, or lower DATABASE_POOL_SIZE or the number of workers.",
  );
}

async function checkMigrations(url: string): Promise<Finding> {
  await checkSchema(url);
  return ok("migrations", "The tables are those of this version.");
}

async function checkMasterKey(settings: Settings, url: string): Promise<Finding> {
  const masterKey = (await readMasterKey(settings)) ?? "";
  const db = connectDatabase(url, 1);
  await checkKeys(db, openVault(masterKey))
    .catch(refuseKeys)
    .finally(() => db.$client.end());
  const ids = masterKeysIn(masterKey)?.map(({ id }) => id) ?? [];
  if (ids.length === 0) return ok("master key", "None yet. The first start creates one.");
  return ok("master key", `Fingerprint ${ids.join(", ")}; it decrypts the secrets.`);
}

/** Limits of webhooks are exact only if all workers divide the webhooks. */
async function checkDispatch(sql: Sql, { env }: Settings): Promise<Finding> {
  const isSharded = env.DISPATCH !== "local";
  const others = (await workersOf(sql)).filter(
    ({ isAlive, sharded }) => isAlive && sharded !== isSharded,
  );
  if (others.length === 0) return ok("dispatch", `DISPATCH is ${env.DISPATCH}.`);
  return warning(
    "dispatch",
    `DISPATCH is ${env.DISPATCH} here and differs in ${others.map(({ name }) => name).join(", ")}.`,
    "Set the same everywhere: otherwise several workers send to one webhook, each with its own maxConcurrency.",
  );
}
