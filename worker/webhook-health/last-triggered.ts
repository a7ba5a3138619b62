import type { Sql } from "@/db/client";
import { log } from "@/lib/log";

/** Records the time of the last request to each webhook. Gathers in memory: one statement a second, not one a request. */
export class LastTriggered {
  readonly #sql: Sql;
  #times = new Map<string, Date>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  note(webhookId: string, at: Date): void {
    const known = this.#times.get(webhookId);
    if (!known || known < at) this.#times.set(webhookId, at);
  }

  /** Writes the times. Never rejects: a failed write is kept for the next flush. */
  async flush(): Promise<void> {
    const times = this.#times;
    if (times.size === 0) return;
    this.#times = new Map();
    try {
      await write(this.#sql, times);
    } catch (error) {
      log.warn({ err: error }, "writing last-triggered times failed; retrying");
      for (const [webhookId, at] of times) this.note(webhookId, at);
    }
  }
}

/** Locks rows in the order of their ids, so that two workers that flush at once cannot deadlock. */
async function write(sql: Sql, times: Map<string, Date>): Promise<void> {
  const rows = [...times].map(([id, at]) => ({ id, at: at.toISOString() }));
  await sql`
    with seen as materialized (
      select w.id, t.at
      from webhooks w join jsonb_to_recordset(${sql.json(rows)}) as t(id uuid, at timestamptz) using (id)
      order by w.id
      for no key update of w
    )
    update webhooks w set last_triggered_at = greatest(w.last_triggered_at, seen.at)
    from seen where w.id = seen.id`;
}
