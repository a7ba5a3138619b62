import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { log } from "@/lib/log";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

type Attempt = Pick<
  LeasedDelivery,
  "webhookId" | "callbackUrl" | "deliveryId" | "attempt" | "trigger" | "step"
>;
type Result = Pick<AttemptResult, "cause" | "error" | "startedAt">;

/** Results of a webhook at one URL since the last flush: whether there was a success, and the failures after it. */
type Streak = {
  webhookId: string;
  callbackUrl: string;
  succeeded: boolean;
  failingSince: Date;
  failedAt: Date;
  failures: number;
  deliveries: number;
  failure: string | null;
  deliveryId: string;
  attempt: number;
};

/** Streaks that one statement writes: 0.4 to 0.8 s on a busy machine, in which no probe of their circuits is sent. */
const portion = 1000;

/** Records since when each webhook fails without a success. Gathers in memory: at most one statement a second. */
export class FailureStreaks {
  readonly #sql: Sql;
  /** By webhook id and URL. */
  #streaks = new Map<string, Streak>();
  #flushed: Promise<void> = Promise.resolve();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Counts a result. Ignores failed tests and resends. */
  note(made: Attempt, { cause, error, startedAt }: Result): void {
    const { webhookId, callbackUrl, deliveryId, attempt, trigger, step } = made;
    const scheduled = trigger === "event" || trigger === "replay";
    if (cause !== null && !scheduled) return;
    const failures = cause === null ? 0 : 1;
    this.#add({
      webhookId,
      callbackUrl,
      succeeded: cause === null,
      failingSince: startedAt,
      failedAt: startedAt,
      failures,
      deliveries: step === 1 ? failures : 0,
      failure: error,
      deliveryId,
      attempt,
    });
  }

  /** Writes the streaks. Never rejects: a failed write is kept for the next flush. Flushes run in sequence to keep their order. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#flush());
    return this.#flushed;
  }

  async #flush(): Promise<void> {
    let left = [...this.#streaks.values()];
    this.#streaks = new Map();
    try {
      for (; left.length > 0; left = left.slice(portion)) await this.#write(left.slice(0, portion));
    } catch (error) {
      log.warn({ err: error }, "writing failure streaks failed; retrying");
      this.#putBack(left);
    }
  }

  async #write(streaks: Streak[]): Promise<void> {
    const { changed, locked } = await write(this.#sql, streaks);
    for (const id of changed) announce(this.#sql, { kind: "webhooks", webhook: id, id });
    const isLocked = new Set(locked);
    this.#putBack(streaks.filter(({ webhookId }) => isLocked.has(webhookId)));
  }

  /** Puts streaks that were not written before those noted since. */
  #putBack(streaks: Iterable<Streak>): void {
    const newer = this.#streaks;
    this.#streaks = new Map();
    for (const streak of streaks) this.#add(streak);
    for (const streak of newer.values()) this.#add(streak);
  }

  #add(next: Streak): void {
    const key = `${next.webhookId} ${next.callbackUrl}`;
    const known = this.#streaks.get(key);
    this.#streaks.set(key, known && !next.succeeded ? joined(known, next) : next);
  }
}

/** Appends a streak without a success to a known one. */
function joined(known: Streak, next: Streak): Streak {
  return {
    ...next,
    succeeded: known.succeeded,
    failingSince: known.failures > 0 ? known.failingSince : next.failingSince,
    failures: known.failures + next.failures,
    deliveries: known.deliveries + next.deliveries,
  };
}

/** Webhooks that fail or no longer do, and those whose streaks were not written. */
type Written = { changed: string[]; locked: string[] };

/**
 * Writes the streaks, except those at a former URL of their webhook. Locks rows in the order of their ids, so that two workers that
 * flush at once cannot deadlock. Skips webhooks that are being deleted, which takes up to 25 s: the streaks of others would wait,
 * and with their rows locked no probe of their circuits would be sent. Each CTE carries what the next ones need: two of them joined would
 * be compared row by row, since engine connections use no hash joins.
 */
async function write(sql: Sql, streaks: Streak[]): Promise<Written> {
  const rows = streaks.map((streak) => ({
    webhook_id: streak.webhookId,
    callback_url: streak.callbackUrl,
    succeeded: streak.succeeded,
    failing_since: streak.failingSince.toISOString(),
    failed_at: streak.failedAt.toISOString(),
    failures: streak.failures,
    deliveries: streak.deliveries,
    failure: streak.failure,
    delivery_id: streak.deliveryId,
    attempt: streak.attempt,
  }));
  const [written] = await sql<Written[]>`
    with noted as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)}) as s(webhook_id uuid, callback_url text,
        succeeded boolean, failing_since timestamptz, failed_at timestamptz, failures int, deliveries int, failure text,
        delivery_id uuid, attempt int)
    ), changing as materialized (
      select n.* from noted n join webhooks w on w.id = n.webhook_id and w.callback_url = n.callback_url
        left join receivers r on r.webhook_id = w.id
      where n.failures > 0 or r.failing_since is not null
    ), seen as materialized (
      select c.* from changing c join webhooks w on w.id = c.webhook_id for key share of w skip locked
    ), known as materialized (
      select s.* from seen s join receivers r using (webhook_id) order by s.webhook_id for no key update of r
    ), ended as (
      update receivers r set failing_since = null, failed_at = null, failures = 0, failed_deliveries = 0,
        failure = null
      from known k where r.webhook_id = k.webhook_id and k.failures = 0
      returning r.webhook_id
    ), continued as (
      update receivers r set
        failing_since = case when ${isNewStreak(sql)} then k.failing_since else r.failing_since end,
        failed_at = k.failed_at,
        failures = k.failures + case when ${isNewStreak(sql)} then 0 else r.failures end,
        failed_deliveries = k.deliveries + case when ${isNewStreak(sql)} then 0 else r.failed_deliveries end,
        failure = k.failure, failed_delivery_id = k.delivery_id, failed_attempt = k.attempt
      from known k where r.webhook_id = k.webhook_id and k.failures > 0
      returning r.webhook_id
    ), begun as (
      insert into receivers as r (webhook_id, failing_since, failed_at, failures, failed_deliveries, failure,
        failed_delivery_id, failed_attempt)
      select webhook_id, failing_since, failed_at, failures, deliveries, failure, delivery_id, attempt
      from seen s
      where failures > 0 and (select count(*) from known) >= 0
        and not exists (select from receivers other where other.webhook_id = s.webhook_id)
      order by webhook_id
      -- Another worker began at the same time.
      on conflict (webhook_id) do update set
        failing_since = coalesce(r.failing_since, excluded.failing_since), failed_at = excluded.failed_at,
        failures = r.failures + excluded.failures,
        failed_deliveries = r.failed_deliveries + excluded.failed_deliveries, failure = excluded.failure,
        failed_delivery_id = excluded.failed_delivery_id, failed_attempt = excluded.failed_attempt
      returning r.webhook_id
    )
    select array(
        select webhook_id from ended union all select webhook_id from continued union all select webhook_id from begun
      ) as changed,
      array(select webhook_id from changing where webhook_id not in (select webhook_id from seen)) as locked`;
  return written ?? { changed: [], locked: [] };
}

/** SQL that is true when a success separates the known streak from the new one. */
const isNewStreak = (sql: Sql) => sql`(k.succeeded or r.failing_since is null)`;
