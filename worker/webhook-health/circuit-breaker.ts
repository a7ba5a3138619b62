import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { Lru } from "@/lib/lru";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { wake } from "@/lib/queue/notify";
import { UnderWay } from "@/lib/under-way";
import { type Change, countsForCircuit, nextState, type Tally } from "./circuit";

/**
 * Webhooks that are remembered, those with the latest results. They take at most about 15 MB. Each one-shot callback is a
 * webhook, so their number is unlimited.
 */
const rememberedLimit = 20_000;

type Attempt = Pick<
  LeasedDelivery,
  "webhookId" | "callbackUrl" | "trigger" | "attempt" | "phase" | "cooldownSeconds"
>;

type Result = Pick<AttemptResult, "cause" | "retryAfterMs">;

type UrlTally = Pick<Attempt, "callbackUrl"> & { tally: Tally };

/**
 * Called before a circuit is opened in the database, which waits for a promise that is returned, and after the write succeeded or
 * failed.
 */
type Listeners = { opening(webhookId: string): unknown; opened(webhookId: string): void };

/**
 * Opens the circuit of a webhook that keeps failing. Each worker counts results in its own memory. The state of a circuit
 * is in the database, for all workers, and written only when it changes.
 */
export class CircuitBreaker {
  readonly #sql: Sql;
  readonly #listeners: Listeners;
  readonly #now: () => number;
  /** Latest results by webhook, at one URL each: a former URL may still respond after the webhook moved. */
  readonly #tallies = new Lru<string, UrlTally>(rememberedLimit);
  /** Times of the last successful first attempts, on the clock `now`. */
  readonly #successes = new Lru<string, number>(rememberedLimit);
  readonly #writes = new UnderWay();

  /** `now` is a monotonic clock in ms. */
  constructor(sql: Sql, listeners: Listeners, now = () => performance.now()) {
    this.#sql = sql;
    this.#listeners = listeners;
    this.#now = now;
  }

  /**
   * Counts a result. Tests and resends are sent whatever the state of the circuit: they count only where they succeed while it is
   * open, as its probe.
   */
  note(attempt: Attempt, { cause, retryAfterMs }: Result): void {
    const { webhookId, callbackUrl, trigger, phase, cooldownSeconds } = attempt;
    if (trigger === "test" || trigger === "resend") {
      if (cause === null && phase === "probing") this.#change(attempt, { to: "ramping" });
      return;
    }
    const now = this.#now();
    if (attempt.attempt === 1 && cause === null) this.#successes.set(webhookId, now);
    const succeededAt = this.#successes.get(webhookId) ?? Number.NEGATIVE_INFINITY;
    if (!countsForCircuit(attempt, now - succeededAt)) return;
    const latest = this.#tallies.get(webhookId);
    const known = latest?.callbackUrl === callbackUrl ? latest.tally : [];
    const circuit = { phase, cooldownSeconds, tally: known };
    const { change, tally } = nextState(circuit, cause !== null, retryAfterMs ?? undefined);
    if (tally.includes(true)) this.#tallies.set(webhookId, { callbackUrl, tally });
    else this.#tallies.delete(webhookId);
    if (change) this.#change(attempt, change);
  }

  /** Forgets the results of a webhook that changed: they may be of another URL. */
  forget(webhookId: string): void {
    this.#tallies.delete(webhookId);
    this.#successes.delete(webhookId);
  }

  /** Resolves when all changes are written. */
  idle(): Promise<void> {
    return this.#writes.ended();
  }

  #change(attempt: Attempt, change: NonNullable<Change>): void {
    const { webhookId } = attempt;
    const ready = change.to === "open" ? this.#listeners.opening(webhookId) : null;
    const written = Promise.resolve(ready)
      .then(() => write(this.#sql, attempt, change))
      .then((isWritten) => {
        if (!isWritten) return;
        log.info({ webhookId, ...change }, "circuit changed");
        if (change.to === "ramping") wake(this.#sql, "lane1");
      })
      .catch((error) => log.warn({ err: error, webhookId }, "circuit change failed"))
      .finally(() => {
        if (change.to === "open") this.#listeners.opened(webhookId);
      });
    this.#writes.add(written);
  }
}

/**
 * Writes a change of state, only if the circuit is still in the phase in which the request was claimed, and the webhook still at the
 * URL that responded: what the former URL does says nothing about the new one. Returns whether it was written.
 */
async function write(
  sql: Sql,
  { webhookId, callbackUrl, phase }: Attempt,
  change: NonNullable<Change>,
): Promise<boolean> {
  if (change.to === "ramping") {
    const ramping = await sql`
      update receivers r set allowance = 1, open_until = now() from webhooks w
      where r.webhook_id = ${webhookId} and w.id = r.webhook_id and w.callback_url = ${callbackUrl}
        and r.open_until is not null and r.allowance = 0`;
    return ramping.count > 0;
  }
  const isSamePhase = {
    closed: sql`r.open_until is null`,
    probing: sql`r.allowance = 0`,
    ramping: sql`r.allowance > 0`,
  }[phase];
  const opened = await sql`
    insert into receivers as r (webhook_id, open_until, cooldown_seconds)
    select id, now() + ${change.seconds} * interval '1 second', ${change.seconds}
    from webhooks where id = ${webhookId} and callback_url = ${callbackUrl}
    on conflict (webhook_id) do update set
      open_until = excluded.open_until, cooldown_seconds = excluded.cooldown_seconds, allowance = 0
    where ${isSamePhase}`;
  return opened.count > 0;
}
