import { hostname } from "node:os";
import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { arrayText } from "@/lib/queue/array-text";
import { latestKnownTime, steppedBackSeconds } from "@/lib/queue/clock-step";
import { vault } from "@/lib/vault/vault";
import { service } from "@/lib/version";

const beatMs = 3000;

/** A worker in the table of workers. `sharded`: it sends to the webhooks of its shards only. */
export type Reported = {
  id: string;
  sharded: boolean;
  /** Called after the clock of the database stepped back. */
  undoStepBack(): Promise<void>;
};

export function newWorker(sharded: boolean, undoStepBack: Reported["undoStepBack"]): Reported {
  return { id: uuidv7(), sharded, undoStepBack };
}

/**
 * Records that this worker is alive. Deletes workers without a heartbeat in the last hour. Returns the database's time.
 * A heartbeat in the future is left there until the step of the clock that it shows is repaired.
 */
export async function beat(sql: Sql, worker: Reported): Promise<Date | undefined> {
  const row = await recordBeat(sql, worker);
  if (row && !row.hasSteppedBack) return row.beatAt;
  await worker.undoStepBack();
  return (await recordBeat(sql, worker))?.beatAt;
}

async function recordBeat(sql: Sql, { id, sharded }: Reported) {
  const [row] = await sql<{ beatAt: Date; hasSteppedBack: boolean }[]>`
    with expired as (
      delete from workers where beat_at < now() - interval '1 hour'
    ), latest as (
      select coalesce(${sql.unsafe(latestKnownTime)} > now() + ${steppedBackSeconds} * interval '1 second', false) as is_ahead
    )
    insert into workers (id, host, pid, version, sharded, master_keys)
    values (${id}, ${hostname()}, ${process.pid}, ${service.version}, ${sharded}, ${arrayText(vault().keyIds)}::text[])
    on conflict (id) do update set beat_at = now() where not (select is_ahead from latest)
    returning beat_at, (select is_ahead from latest) as has_stepped_back`;
  return row;
}

/** Removes this worker from the table, so that it does not count as lost. Frees its shards. */
export async function leave(sql: Sql, { id }: Reported): Promise<void> {
  await sql`delete from workers where id = ${id}`.catch(() => null);
}

/** Records every 3 s that this worker is alive. When stopped, removes it from the table. */
export async function runHeartbeat(
  sql: Sql,
  worker: Reported,
  stopping: AbortSignal,
): Promise<void> {
  const task = async () => {
    await beat(sql, worker).catch((error) => log.debug({ err: error }, "heartbeat failed"));
  };
  await every(beatMs, task, stopping);
  await leave(sql, worker);
}
