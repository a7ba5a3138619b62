import { hostname } from "node:os";
import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { service } from "@/lib/root/version";

const beatMs = 3000;

/** A worker in the table of workers. `sharded`: it sends to the webhooks of its shards only. */
export type Reported = { id: string; sharded: boolean };

export function newWorker(sharded: boolean): Reported {
  return { id: uuidv7(), sharded };
}

/** Records that this worker is alive, and deletes workers whose last heartbeat is an hour old. Returns the database's time. */
export async function beat(sql: Sql, { id, sharded }: Reported): Promise<Date | undefined> {
  const [row] = await sql<{ beatAt: Date }[]>`
    with expired as (delete from workers where beat_at < now() - interval '1 hour')
    insert into workers (id, host, pid, version, sharded)
    values (${id}, ${hostname()}, ${process.pid}, ${service.version}, ${sharded})
    on conflict (id) do update set beat_at = now()
    returning beat_at`;
  return row?.beatAt;
}

/** Removes this worker from the table, so that it does not count as lost. Frees its shards. */
export async function leave(sql: Sql, { id }: Reported): Promise<void> {
  await sql`delete from workers where id = ${id}`.catch(() => null);
}

/** Records every 3 s that this worker is alive. When stopped, removes it from the table. */
export async function runHeartbeat(sql: Sql, stopping: AbortSignal): Promise<void> {
  const worker = newWorker(false);
  const task = async () => {
    await beat(sql, worker).catch((error) => log.debug({ err: error }, "heartbeat failed"));
  };
  await every(beatMs, task, stopping);
  await leave(sql, worker);
}
