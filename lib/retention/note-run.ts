import type { Sql } from "@/db/client";

/** Writes down when it ran, how long it took and whether it came to its end. */
export async function noteRun(sql: Sql, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const note = (succeeded: boolean) => sql`
    insert into chores (name, took_ms, succeeded)
    values ('retention', ${Math.round(performance.now() - startedAt)}, ${succeeded})
    on conflict (name) do update
    set ran_at = now(), took_ms = excluded.took_ms, succeeded = excluded.succeeded`;
  try {
    await work();
  } catch (error) {
    await note(false).catch(() => null);
    throw error;
  }
  await note(true);
}
