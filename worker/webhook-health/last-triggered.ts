import type { Sql } from "@/db/client";
import { log } from "@/lib/log";

/** Records the time of the last request to each webhook. Gathers in memory: one statement a second, not one a request. */
export class LastTriggered {
  readonly #sql: Sql;
  #times = new Map<string, Date>();
  #flushed: Promise<void> = Promise.resolve();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  note(webhookId: string, at: Date): void {
    const known = this.#times.get(webhookId);
    if (!known || known < at) this.#times.set(webhookId, at);
  }

  /**
   * Writes the times. Never rejects: a failed write is kept for the next flush, and so is the time of a webhook that is locked.
   * Flushes run one after the other, so that slow ones do not take all connections.
   */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#flush());
    return this.#flushed;
  }

  async #flush(): Promise<void> {
    const times = this.#times;
    if (times.size === 0) return;
    this.#times = new Map();
    try {
      for (const webhookId of await write(this.#sql, times)) {
        const at = times.get(webhookId);
        if (at) this.note(webhookId, at);
      }
    } catch (error) {
      log.warn({ err: error }, "writing last-triggered times failed; retrying");
      for (const [webhookId, at] of times) this.note(webhookId, at);
    }
  }
}

/**
 * Writes the times, and returns the webhooks that were locked. These are skipped: deleting a webhook locks it for up to 25 s, in
 * which the times of others would wait.
 */
async function write(sql: Sql, times: Map<string, Date>): Promise<string[]> {
  const rows = [...times].map(([id, at]) => ({ id, at: at.toISOString() }));
  const locked = await sql<{ id: string }[]>`
    with seen as materialized (
      select w.id, t.at
      from webhooks w join jsonb_to_recordset(${sql.json(rows)}) as t(id uuid, at timestamptz) using (id)
    ), free as materialized (
      select w.id, seen.at from seen join webhooks w using (id) for no key update of w skip locked
    ), written as (
      update webhooks w set last_triggered_at = greatest(w.last_triggered_at, free.at)
      from free where w.id = free.id
    )
    select id from seen where id not in (select id from free)`;
  return locked.map(({ id }) => id);
}
