import { hostname } from "node:os";
import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { service } from "@/lib/root/version";

const beatMs = 3000;

/**
 * Records every 3 s that this worker is alive, and deletes workers whose last heartbeat is an hour old. When stopped,
 * removes this worker from the table, so that it does not count as lost.
 */
export async function runHeartbeat(sql: Sql, stopping: AbortSignal): Promise<void> {
  const id = uuidv7();

  async function beat(): Promise<void> {
    await sql`
      with expired as (delete from workers where beat_at < now() - interval '1 hour')
      insert into workers (id, host, pid, version)
      values (${id}, ${hostname()}, ${process.pid}, ${service.version})
      on conflict (id) do update set beat_at = now()`.catch((error) =>
      log.debug({ err: error }, "heartbeat failed"),
    );
  }

  await every(beatMs, beat, stopping);
  await sql`delete from workers where id = ${id}`.catch(() => null);
}
