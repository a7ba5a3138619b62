import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { Lru } from "@/lib/lru";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { LeasedDelivery, Phase } from "@/lib/queue/leased-delivery";
import { type Change, countsForCircuit, nextState, type Tally } from "./circuit";

/**
 * Webhooks that are remembered, those with the latest results. They take at most about 15 MB. Each one-shot callback is a
 * webhook, so their number is unlimited.
 */
const rememberedLimit = 20_000;

type Attempt = Pick<
  LeasedDelivery,
  "webhookId" | "trigger" | "attempt" | "phase" | "cooldownSeconds"
>;

/** Called before a circuit is opened in the database, and after the write succeeded or failed. */
type Listeners = { opening(webhookId: string): void; opened(webhookId: string): void };

/**
 * Opens the circuit of a webhook that keeps failing. Each worker counts results in its own memory. The state of a circuit
 * is in the database, for all workers, and written only when it changes.
 */
export class CircuitBreaker {
  readonly #sql: Sql;
  readonly #listeners: Listeners;
  readonly #now: () => number;
  readonly #tallies = new Lru<string, Tally>(rememberedLimit);
  /** Times of the last successful first attempts, on the clock `now`. */
  readonly #successes = new Lru<string, number>(rememberedLimit);
  readonly #writes = new Set<Promise<void>>();

  /** `now` is a monotonic clock in ms. */
  constructor(sql: Sql, listeners: Listeners, now = () => performance.now()) {
    this.#sql = sql;
    this.#listeners = listeners;
    this.#now = now;
  }

  /** Counts a result. Ignores tests and resends, which are sent whatever the state of the circuit. */
  note(attempt: Attempt, { cause }: Pick<AttemptResult, "cause">): void {
    const { webhookId, trigger, phase, cooldownSeconds } = attempt;
    if (trigger === "test" || trigger === "resend") return;
    const now = this.#now();
    if (attempt.attempt === 1 && cause === null) this.#successes.set(webhookId, now);
    const succeededAt = this.#successes.get(webhookId) ?? Number.NEGATIVE_INFINITY;
    if (!countsForCircuit(attempt, now - succeededAt)) return;
    const known = this.#tallies.get(webhookId) ?? [];
    const { change, tally } = nextState({ phase, cooldownSeconds, tally: known }, cause !== null);
    if (tally.includes(true)) this.#tallies.set(webhookId, tally);
    else this.#tallies.delete(webhookId);
    if (change) this.#change(attempt, change);
  }

  /** Resolves when all changes are written. */
  async idle(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #change({ webhookId, phase }: Attempt, change: NonNullable<Change>): void {
    if (change.to === "open") this.#listeners.opening(webhookId);
    const written = write(this.#sql, webhookId, phase, change)
      .then(() => {
        log.info({ webhookId, ...change }, "circuit changed");
      })
      .catch((error) => log.warn({ err: error, webhookId }, "circuit change failed"))
      .finally(() => {
        if (change.to === "open") this.#listeners.opened(webhookId);
        this.#writes.delete(written);
      });
    this.#writes.add(written);
  }
}

/** Writes a change of state, only if the circuit is still in the phase in which the request was claimed. */
async function write(sql: Sql, webhookId: string, phase: Phase, change: NonNullable<Change>) {
  if (change.to === "ramping") {
    await sql`
      update receivers set allowance = 1, open_until = now()
      where webhook_id = ${webhookId} and open_until is not null and allowance = 0`;
    return;
  }
  const isSamePhase = {
    closed: sql`r.open_until is null`,
    probing: sql`r.allowance = 0`,
    ramping: sql`r.allowance > 0`,
  }[phase];
  await sql`
    insert into receivers as r (webhook_id, open_until, cooldown_seconds)
    select id, now() + ${change.seconds} * interval '1 second', ${change.seconds}
    from webhooks where id = ${webhookId}
    on conflict (webhook_id) do update set
      open_until = excluded.open_until, cooldown_seconds = excluded.cooldown_seconds, allowance = 0
    where ${isSamePhase}`;
}
