import type { Sql } from "@/db/client";
import { log } from "@/lib/log";

/** When a request last went to each webhook, gathered in memory: one statement a second, not one a request. */
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

  /** Never rejects; what could not be written is kept for the next time. */
  async flush(): Promise<void> {
    const times = this.#times;
    if (times.size === 0) return;
    this.#times = new Map();
    try {
      await write(this.#sql, times);
    } catch (error) {
      log.warn({ err: error }, "last triggered times wait for the database");
      for (const [webhookId, at] of times) this.note(webhookId, at);
    }
  }
}

/** Rows are locked in the order of their ids: two workers that flush at once do not wait on each other. */
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
