import { hostname } from "node:os";
import type { Sql } from "@/db/client";
import { inspectProcess } from "@/server/supervisor/inspect-process";
import { type Finding, ok, warning } from "./finding";

/** A worker of any host that reported within the last hour. One that stopped in order is not among them. */
type Worker = {
  name: string;
  host: string;
  pid: number;
  sharded: boolean;
  silentSeconds: number;
  isAlive: boolean;
};

/** Returns the workers. Those without a heartbeat in the last seconds are not alive. */
export async function workersOf(sql: Sql): Promise<Worker[]> {
  const [table] = await sql`select to_regclass('shards') is not null as exists`;
  if (!table?.exists) return [];
  return sql<Worker[]>`
    select host || ':' || pid as name, host, pid, sharded,
      extract(epoch from now() - beat_at)::int as silent_seconds,
      beat_at > now() - interval '10 seconds' as is_alive
    from workers order by name`;
}

const refusesWrites =
  "If the log has `database unavailable`, the database may refuse heartbeats, for example because its disk is full: repair it first.";

/** Finds workers that hang: of those on this machine, the ones whose process exists; if none is alive, all. */
export async function checkWorkers(sql: Sql): Promise<Finding> {
  const [row] = await sql`select current_setting('transaction_read_only') = 'on' as is_read_only`;
  if (row?.isReadOnly) return ok("workers", "Not known: a read-only database takes no heartbeats.");
  const workers = await workersOf(sql);
  const alive = workers.filter(({ isAlive }) => isAlive);
  const silent = workers.filter(({ isAlive }) => !isAlive);
  const hanging = silent.filter(({ host, pid }) => host === hostname() && inspectProcess(pid));
  if (hanging.length > 0) {
    const pids = hanging.map(({ pid }) => pid).join(" ");
    return warning(
      "workers",
      `Without a heartbeat, though the process exists: ${listOf(hanging)}.`,
      `${alive.length > 0 ? "Others send its deliveries." : refusesWrites} End it with \`kill -9 ${pids}\`: \`postback start\`, systemd, Compose and Kubernetes start it again.`,
    );
  }
  if (alive.length > 0) return ok("workers", `${alive.length} alive.`);
  if (silent.length === 0) return ok("workers", "None runs.");
  return warning(
    "workers",
    `None is alive, so nothing is sent. Last heartbeats: ${listOf(silent)}.`,
    `${refusesWrites} Start a worker, and read the log of the one that ended.`,
  );
}

function listOf(workers: Worker[]): string {
  return workers.map(({ name, silentSeconds }) => `${name} (${silentSeconds} s ago)`).join(", ");
}
