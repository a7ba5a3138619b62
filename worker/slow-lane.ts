import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import type { Claimed } from "@/lib/queue/claimed";
import type { Outcome } from "@/lib/queue/outcome";

const quickMs = 1000;
/** One passed deadline makes a webhook slow; this many quick answers in a row make it normal again. */
const quickAnswers = 5;

type Answer = Pick<Outcome, "cause" | "durationMs" | "requestHeaders">;

/** Which webhooks are slow, kept in the database for all workers, and their rows moved out of the way. */
export class SlowLane {
  readonly #sql: Sql;
  /** Quick answers in a row of those that are slow. */
  readonly #streaks = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Whether this made it slow. */
  note({ webhookId, slow }: Pick<Claimed, "webhookId" | "slow">, answer: Answer): boolean {
    const streak = isQuick(answer) ? (this.#streaks.get(webhookId) ?? 0) + 1 : 0;
    const becomesSlow = answer.cause === "timeout" && !slow;
    if (becomesSlow) this.#once(webhookId, () => this.#enter(webhookId));
    if (slow && streak < quickAnswers) this.#streaks.set(webhookId, streak);
    else this.#streaks.delete(webhookId);
    if (slow && streak >= quickAnswers) this.#once(webhookId, () => this.#leave(webhookId));
    return becomesSlow;
  }

  /** Moves all that is due for these to lane 1, in one statement. */
  move(webhookIds: string[]): void {
    const idle = webhookIds.filter((webhookId) => !this.#underWay.has(webhookId));
    if (idle.length === 0) return;
    const moved = moveDue(this.#sql, idle);
    for (const webhookId of idle) this.#once(webhookId, () => moved);
  }

  /** When all that was begun is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  async #enter(webhookId: string): Promise<void> {
    await markSlow(this.#sql, webhookId);
    await moveDue(this.#sql, [webhookId]);
    log.info({ webhookId }, "a webhook let its deadline pass and goes to the slow lane");
  }

  async #leave(webhookId: string): Promise<void> {
    await this.#sql`update receivers set slow_since = null where webhook_id = ${webhookId}`;
    log.info({ webhookId }, "a webhook answers quickly and leaves the slow lane");
  }

  #once(webhookId: string, act: () => Promise<void>): void {
    if (this.#underWay.has(webhookId)) return;
    const work = act()
      .catch((error) => log.warn({ err: error, webhookId }, "a webhook's lane was not changed"))
      .finally(() => this.#underWay.delete(webhookId));
    this.#underWay.set(webhookId, work);
  }
}

function isQuick({ requestHeaders, durationMs, cause }: Answer): boolean {
  return requestHeaders !== null && cause !== "timeout" && durationMs < quickMs;
}

async function markSlow(sql: Sql, webhookId: string): Promise<void> {
  await sql`
    insert into receivers (webhook_id, slow_since) select id, now() from webhooks where id = ${webhookId}
    on conflict (webhook_id) do update set slow_since = coalesce(receivers.slow_since, now())`;
}

/** Tests and resends stay: someone waits for them. What a claim holds right now it judges itself. */
async function moveDue(sql: Sql, webhookIds: string[]): Promise<void> {
  await sql`
    with waiting as materialized (
      select delivery_id from queue
      where webhook_id = any(${webhookIds}::uuid[]) and lane <> 1 and due_at <= now()
        and trigger in ('event', 'replay') and not leased
      for update skip locked
    )
    update queue q set lane = 1 from waiting where q.delivery_id = waiting.delivery_id`;
}
