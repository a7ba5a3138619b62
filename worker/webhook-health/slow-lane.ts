import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { Lru } from "@/lib/lru";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** A missed deadline makes a webhook slow; `recoveryCount` responses in a row faster than this end it. Not measured. */
const recoveryMs = 1000;
const recoveryCount = 5;
/** Slow webhooks that are remembered, those with the latest responses. Not measured. */
const countedLimit = 20_000;

type Answer = Pick<AttemptResult, "cause" | "durationMs" | "requestHeaders">;

/** Marks webhooks as slow in the database, for all workers, and moves their due rows to lane 1. */
export class SlowLane {
  readonly #sql: Sql;
  /** Consecutive fast responses of slow webhooks, by webhook id. */
  readonly #streaks = new Lru<string, number>(countedLimit);
  readonly #changes = new Map<string, Promise<void>>();
  readonly #moving = new Set<string>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Counts a result. Returns true when it makes the webhook slow. */
  note(
    { webhookId, callbackUrl, slow }: Pick<LeasedDelivery, "webhookId" | "callbackUrl" | "slow">,
    answer: Answer,
  ): boolean {
    const streak = countsForRecovery(answer) ? (this.#streaks.get(webhookId) ?? 0) + 1 : 0;
    const becomesSlow = answer.cause === "timeout" && !slow;
    if (becomesSlow) this.#change(webhookId, () => this.#enter(webhookId, callbackUrl));
    if (slow && streak > 0 && streak < recoveryCount) this.#streaks.set(webhookId, streak);
    else this.#streaks.delete(webhookId);
    if (slow && streak >= recoveryCount)
      this.#change(webhookId, () => this.#leave(webhookId, callbackUrl));
    return becomesSlow;
  }

  /** Webhooks whose due rows are being moved to lane 1. */
  get moving(): string[] {
    return [...this.#moving];
  }

  /** Moves all due rows of these webhooks to lane 1, in one statement. */
  move(webhookIds: string[]): void {
    const idle = webhookIds.filter((webhookId) => !this.#changes.has(webhookId));
    if (idle.length === 0) return;
    const moved = this.#moveDue(idle);
    for (const webhookId of idle) this.#change(webhookId, () => moved);
  }

  /** Resolves when all changes are written. */
  async idle(): Promise<void> {
    await Promise.all(this.#changes.values());
  }

  async #enter(webhookId: string, callbackUrl: string): Promise<void> {
    await markSlow(this.#sql, webhookId, callbackUrl);
    await this.#moveDue([webhookId]);
    log.info({ webhookId }, "webhook entered the slow lane");
  }

  async #moveDue(webhookIds: string[]): Promise<void> {
    for (const id of webhookIds) this.#moving.add(id);
    await moveDue(this.#sql, webhookIds).finally(() => {
      for (const id of webhookIds) this.#moving.delete(id);
    });
  }

  async #leave(webhookId: string, callbackUrl: string): Promise<void> {
    const { count } = await markFast(this.#sql, webhookId, callbackUrl);
    if (count > 0) log.info({ webhookId }, "webhook left the slow lane");
  }

  /** Runs a change of a webhook, unless one is running already. Never rejects. */
  #change(webhookId: string, change: () => Promise<void>): void {
    if (this.#changes.has(webhookId)) return;
    const work = change()
      .catch((error) => log.warn({ err: error, webhookId }, "slow lane change failed"))
      .finally(() => this.#changes.delete(webhookId));
    this.#changes.set(webhookId, work);
  }
}

/** Returns whether a response counts towards the end of the slow lane: one of any status that came fast enough. */
function countsForRecovery({ requestHeaders, durationMs, cause }: Answer): boolean {
  return requestHeaders !== null && cause !== "timeout" && durationMs < recoveryMs;
}

/** Marks a webhook as slow if it is still at the URL that was. */
async function markSlow(sql: Sql, webhookId: string, callbackUrl: string): Promise<void> {
  await sql`
    insert into receivers (webhook_id, slow_since)
    select id, now() from webhooks where id = ${webhookId} and callback_url = ${callbackUrl}
    on conflict (webhook_id) do update set slow_since = coalesce(receivers.slow_since, now())`;
}

/** Ends the mark of a webhook if it is still at the URL that responds fast. */
function markFast(sql: Sql, webhookId: string, callbackUrl: string) {
  return sql`
    update receivers r set slow_since = null from webhooks w
    where r.webhook_id = ${webhookId} and w.id = r.webhook_id and w.callback_url = ${callbackUrl}`;
}

/** Tests and resends stay, because a person waits for them. Rows locked by a claim are skipped: the claim classifies them. */
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
