import type { Sql } from "@/db/client";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { Job } from "./job";

type Result = { job: Job; outcome: AttemptResult };
type Waiting = { result: Result; done: () => void };

/** Writes attempts in batches, as the product does, for queues without their own log. */
export class Recorder {
  readonly #sql: Sql;
  #waiting: Waiting[] = [];
  #writing: boolean = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(result: Result): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ result, done });
      if (!this.#writing) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await store(this.#sql, group);
      for (const { done } of group) done();
    }
    this.#writing = false;
  }
}

async function store(sql: Sql, group: Waiting[]): Promise<void> {
  const rows = group.map(({ result: { job, outcome } }) => ({
    id: job.deliveryId,
    started_at: outcome.startedAt,
    duration_ms: outcome.durationMs,
    status_code: outcome.statusCode,
    cause: outcome.cause,
    error: outcome.error,
    url: job.callbackUrl,
    request_headers: JSON.stringify(outcome.requestHeaders),
    response_headers: JSON.stringify(outcome.responseHeaders),
    response_body: outcome.responseBody?.toString("base64"),
  }));
  await sql`
    with result as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)}) as r(
        id uuid, started_at timestamptz, duration_ms int, status_code int, cause text, error text,
        url text, request_headers text, response_headers text, response_body text)
    ), logged as (
      insert into attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, cause,
        error, url, request_headers, response_headers, response_body)
      select id, 1, 'event', started_at, duration_ms, status_code, cause, error, url,
        request_headers, response_headers, decode(response_body, 'base64')
      from result
    )
    update deliveries d set attempts = 1, cause = r.cause, status_code = r.status_code,
      duration_ms = r.duration_ms, finished_at = now(),
      status = case when r.cause is null then 'delivered' else 'failed' end
    from result r where d.id = r.id`;
}
