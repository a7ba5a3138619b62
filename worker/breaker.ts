import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import type { Claimed, Phase } from "@/lib/queue/claimed";
import type { Outcome } from "@/lib/queue/outcome";
import { type Change, judge, type Tally } from "./circuit";

type Attempt = Pick<Claimed, "webhookId" | "trigger" | "phase" | "cooldownSeconds">;

/** Who is told just before a circuit is open, and when that is known to all, or could not be written. */
type Told = { opening(webhookId: string): void; opened(webhookId: string): void };

/**
 * Gives receivers that fail and fail a rest. What each worker counts is its own; that a circuit is open, and
 * how it recovers, is in the database, and written only when it changes.
 */
export class Breaker {
  readonly #sql: Sql;
  readonly #told: Told;
  readonly #tallies = new Map<string, Tally>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(sql: Sql, told: Told) {
    this.#sql = sql;
    this.#told = told;
  }

  /** Tests and resends say nothing: they are sent whatever the circuit. */
  note(attempt: Attempt, { cause }: Pick<Outcome, "cause">): void {
    const { webhookId, trigger, phase, cooldownSeconds } = attempt;
    if (trigger === "test" || trigger === "resend") return;
    const known = this.#tallies.get(webhookId) ?? [];
    const { change, tally } = judge({ phase, cooldownSeconds, tally: known }, cause !== null);
    if (tally.includes(true)) this.#tallies.set(webhookId, tally);
    else this.#tallies.delete(webhookId);
    if (change) this.#change(attempt, change);
  }

  /** When all that was begun is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #change({ webhookId, phase }: Attempt, change: NonNullable<Change>): void {
    if (change.to === "open") this.#told.opening(webhookId);
    const work = write(this.#sql, webhookId, phase, change)
      .then(() => {
        log.info({ webhookId, ...change }, "a webhook's circuit changed");
      })
      .catch((error) => log.warn({ err: error, webhookId }, "a webhook's circuit was not changed"))
      .finally(() => {
        if (change.to === "open") this.#told.opened(webhookId);
        this.#underWay.delete(work);
      });
    this.#underWay.add(work);
  }
}

/** Only out of the phase that the result belongs to: what was under way longer has nothing to say any more. */
async function write(sql: Sql, webhookId: string, phase: Phase, change: NonNullable<Change>) {
  if (change.to === "ramping") {
    await sql`
      update receivers set allowance = 1, open_until = now()
      where webhook_id = ${webhookId} and open_until is not null and allowance = 0`;
    return;
  }
  const found = {
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
    where ${found}`;
}
