import postgres from "postgres";
import { parseDatabaseUrl } from "./address";
import { noteServerVersion, serverVersion } from "./server-version";
import { tlsOf } from "./tls";

/** Set by `patches/postgres+3.4.9.patch`. Change both together. */
const requiredPatch = "postback-9";

export class DriverNotPatched extends Error {}

/** @throws DriverNotPatched when the installed driver lacks the fixes in `patches` */
export function assertDriverPatched(driver: object = postgres): void {
  if ("patched" in driver && driver.patched === requiredPatch) return;
  throw new DriverNotPatched(
    "The Postgres driver lacks the fixes in the folder patches, and without them a query can return wrong rows. Run `npm ci`, and after `npm ci --ignore-scripts` also `npx patch-package`; then start again.",
  );
}

/** Options of the driver that exist only with the patch. */
type PatchedOptions = {
  /** Milliseconds that a statement may take before its connection is destroyed. */
  statement_limit: number | null;
  /** Called after a connection was destroyed by this limit. */
  onsilence(): void;
};
/** The driver takes lists, which its types leave out. */
type HostOptions = { host: string & string[]; port: number & number[] };
type Patched = postgres.Sql & { dropSilent(silentMs: number): void };

/** Seconds without traffic before a connection is probed; it ends after ten lost probes, a second apart. */
const keepAliveSeconds = 5;
/** Milliseconds after which a statement without a response counts as lost, once another was lost in the same process. */
const silentMs = 2000;

/** Shown by `pg_stat_activity`. Commands have no name of their own. */
const applicationName = () => ["postback", process.env.POSTBACK_PROCESS].filter(Boolean).join(" ");

const session = {
  idle_in_transaction_session_timeout: 10_000,
  // Server side of a connection that was cut silently: its locks are released within 25 s.
  tcp_user_timeout: 10_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  // Ends the statement of a client that has disconnected. Postgres on Windows does not support it.
  ...(process.platform === "win32" ? {} : { client_connection_check_interval: 2000 }),
};

type Options = {
  max: number;
  /**
   * Milliseconds that one statement may take. The server cancels it shortly before. A connection without a response
   * is destroyed, and the pool opens a new one. Null for unlimited.
   */
  limitMs: number | null;
  /** Seconds without a query after which a connection is closed; by default it stays open. The one used last is used first. */
  idleSeconds?: number;
  /** Parameters of the session. */
  settings?: Record<string, string | number>;
  database?: string;
  camel?: boolean;
  onnotify?(channel: string, payload: string): void;
  onclose?(): void;
};

/** Opens a pool. All connections to Postgres are opened here. */
export function openClient(url: string, options: Options) {
  assertDriverPatched();
  const { limitMs, idleSeconds, settings, camel, ...rest } = options;
  const { firstUrl, isPooled, hosts, tls } = targetOf(url);
  if (isPooled && settings) throw new Error("PgBouncer would not keep the settings of a session.");
  const driverOptions: PatchedOptions & postgres.Options<Record<string, never>> = {
    ...(tls !== undefined && { ssl: tls as string & object }),
    ...(hosts && { ...hosts, target_session_attrs: "read-write" }),
    connect_timeout: hosts ? otherHostSeconds : 5,
    keep_alive: keepAliveSeconds,
    // Seconds between attempts to connect: a recovered database is found within one second.
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 1) * (0.5 + Math.random() / 2),
    onnotice() {},
    ...rest,
    // PgBouncer refuses parameters that it does not know, and before 1.21 prepared statements.
    // Its version 1.18 sometimes answers nothing when statements follow each other without waiting for the response.
    ...(isPooled && { prepare: false, max_pipeline: 0 }),
    connection: {
      application_name: applicationName(),
      ...(!isPooled && { ...session, statement_timeout: serverLimitMs(limitMs) }),
      ...transactionLimit(url, limitMs),
      ...settings,
    },
    onparameter(name: string, value: string) {
      if (name !== "server_version") return;
      noteServerVersion(url, value);
      // For the next connections of this pool.
      const { connection } = client.options;
      Object.assign(connection, { ...transactionLimit(url, limitMs), ...settings });
    },
    ...(camel && { transform: postgres.camel }),
    ...(idleSeconds && { idle_timeout: idleSeconds }),
    statement_limit: limitMs,
    onsilence() {
      dropSilent(url);
      // Covers statements that were too young at first: by then their time is over as well.
      setTimeout(() => dropSilent(url), silentMs).unref();
    },
  };
  const client: postgres.Sql = postgres(firstUrl, driverOptions);
  return limitMs === null ? client : watched(url, client);
}

/** Seconds to wait for one of several hosts before the next is tried. Not measured. */
const otherHostSeconds = 2;

/**
 * Returns the hosts of a URL that lists several. Of these the primary is used: a connection to a standby, or to a server
 * that has become read-only, is closed and the next host is tried.
 */
function targetOf(url: string) {
  const address = parseDatabaseUrl(url);
  if (!address) return { firstUrl: url, isPooled: false, hosts: null };
  const { hosts, isPooled } = address;
  const { url: firstUrl, tls } = tlsOf(address.firstUrl);
  if (hosts.length === 1) return { firstUrl: firstUrl.href, isPooled, hosts: null, tls };
  const lists = { host: hosts.map(({ host }) => host), port: hosts.map(({ port }) => port) };
  return { firstUrl: firstUrl.href, isPooled, hosts: lists as HostOptions, tls };
}

/** Largest limit that Postgres accepts: 24 days. The driver cannot send 0. */
const longestMs = 2_147_483_647;

/** The server cancels a statement before the client destroys its connection. */
function serverLimitMs(limitMs: number | null): number {
  return limitMs === null ? longestMs : Math.floor(limitMs * 0.9);
}

/** Shortest time limit of a transaction: above the deadlines of requests. Not measured. */
const leastTransactionMs = 30_000;

/**
 * Returns the parameter that limits a transaction as a whole, on servers that have it (from Postgres 17 on; others refuse
 * the connection). It covers the moment between two messages of one statement, in which no other limit applies: a process
 * that freezes there would keep its row locks.
 */
function transactionLimit(url: string, limitMs: number | null): { transaction_timeout?: number } {
  if (limitMs === null || (serverVersion(url) ?? 0) < 17) return {};
  if (parseDatabaseUrl(url)?.isPooled) return {};
  return { transaction_timeout: Math.max(leastTransactionMs, 2 * limitMs) };
}

/** Runs `select 1` within a limit of its own. */
export function ping(client: postgres.Sql, limitMs: number): Promise<unknown> {
  const options: postgres.UnsafeQueryOptions & { limit: number } = { limit: limitMs };
  return client.unsafe("select 1", [], options);
}

/** Clients of this process, by URL. */
const clients = new Map<string, Set<postgres.Sql>>();

function watched(url: string, client: postgres.Sql): postgres.Sql {
  const peers = clients.get(url) ?? new Set();
  clients.set(url, peers.add(client));
  const { end } = client;
  client.end = (options) => {
    peers.delete(client);
    if (peers.size === 0) clients.delete(url);
    return end(options);
  };
  return client;
}

/**
 * One silent connection means that the network dropped it, and probably the others too. Replaces all connections that
 * are idle or silent, so that not each of them costs a lost statement.
 */
function dropSilent(url: string): void {
  for (const client of clients.get(url) ?? []) (client as Patched).dropSilent(silentMs);
}
