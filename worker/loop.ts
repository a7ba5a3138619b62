import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { Bell } from "./bell";
import { type Claimed, claim } from "./claim";
import { failPoint } from "./fail-point";
import { fate } from "./fate";
import { LastTriggered } from "./last-triggered";
import { Recorder } from "./recorder";
import { release } from "./release";
import { hasTime, type Sender, send } from "./send";

/** Notifications are hints; this is how late a due delivery is found when one is missed. */
const pollMs = 1000;

type Settings = { sql: Sql; sender: Sender; concurrency: number };

/** Claims what is due, sends it, records what came of it, and waits for more; never more at once than allowed. */
export class Loop {
  readonly #sql: Sql;
  readonly #sender: Sender;
  readonly #concurrency: number;
  readonly #recorder: Recorder;
  readonly #lastTriggered: LastTriggered;
  readonly #bell = new Bell();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor({ sql, sender, concurrency }: Settings) {
    this.#sql = sql;
    this.#sender = sender;
    this.#concurrency = concurrency;
    this.#recorder = new Recorder(sql);
    this.#lastTriggered = new LastTriggered(sql);
  }

  /** Something may be due. */
  wake = (): void => this.#bell.ring();

  /** Stops claiming; `run` then ends when everything under way is recorded. */
  stop(): void {
    this.#stopping.abort();
    this.wake();
  }

  async run(): Promise<void> {
    const flushing = setInterval(() => void this.#lastTriggered.flush(), pollMs);
    while (!this.#stopping.signal.aborted) {
      const free = this.#concurrency - this.#underWay.size;
      const examined = free > 0 ? await this.#take(free) : 0;
      if (examined < free || free === 0) await this.#rest();
    }
    await Promise.all(this.#underWay);
    clearInterval(flushing);
    await this.#lastTriggered.flush();
  }

  async #rest(): Promise<void> {
    await this.#bell.wait(pollMs);
    // A group that was recorded together frees its slots within this turn: they are filled by one claim.
    await nextTurn();
  }

  /** How many were due, up to `limit`. A database that is away is asked again after a pause. */
  async #take(limit: number): Promise<number> {
    try {
      const { claimed, failed, examined } = await claim(this.#sql, { limit });
      failPoint("after_claim");
      for (const { deliveryId } of failed) log.error({ deliveryId }, "given up: workers were lost");
      for (const one of claimed) this.#start(one);
      return examined;
    } catch (error) {
      log.warn({ err: error }, "nothing can be claimed; the database may be away");
      await this.#bell.wait(pollMs * (0.5 + Math.random()));
      return limit;
    }
  }

  #start(claimed: Claimed): void {
    const work = this.#deliver(claimed)
      .catch((error) =>
        log.error({ err: error, deliveryId: claimed.deliveryId }, "left to its lease"),
      )
      .finally(() => {
        if (this.#underWay.size === this.#concurrency) this.wake();
        this.#underWay.delete(work);
      });
    this.#underWay.add(work);
  }

  async #deliver(claimed: Claimed): Promise<void> {
    if (this.#stopping.signal.aborted || !hasTime(claimed)) return release(this.#sql, [claimed]);
    failPoint("before_send");
    const outcome = await send(claimed, this.#sender);
    failPoint("after_send");
    if (outcome.requestHeaders) this.#lastTriggered.note(claimed.webhookId, outcome.startedAt);
    await this.#recorder.add({ claimed, outcome, fate: fate(outcome, claimed) });
  }
}
