import { hostname } from "node:os";
import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { service } from "@/lib/root/version";

const everyMs = 3000;

/** Says every few seconds that this worker is there, and sweeps away those that fell silent an hour ago. */
export function startHeartbeat(sql: Sql) {
  const id = uuidv7();
  let running = beat();
  const timer = setInterval(() => {
    running = running.then(beat);
  }, everyMs);

  async function beat(): Promise<void> {
    await sql`
      with silent as (delete from workers where beat_at < now() - interval '1 hour')
      insert into workers (id, host, pid, version)
      values (${id}, ${hostname()}, ${process.pid}, ${service.version})
      on conflict (id) do update set beat_at = now()`.catch((error) =>
      log.debug({ err: error }, "the worker could not say that it is there"),
    );
  }

  return {
    /** Takes its leave, so that nobody takes it for lost. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
      await sql`delete from workers where id = ${id}`.catch(() => null);
    },
  };
}
