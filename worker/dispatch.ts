import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { noteAttempt } from "@/lib/metrics/note";
import { metrics } from "@/lib/metrics/registry";
import type { Claimed } from "@/lib/queue/claimed";
import { fate } from "@/lib/queue/fate";
import type { Outcome } from "@/lib/queue/outcome";
import type { Outlet } from "@/lib/queue/queue";
import { Breaker } from "./breaker";
import { Desk } from "./desk";
import { failPoint } from "./fail-point";
import type { Lane, Lanes } from "./lane";
import { LastTriggered } from "./last-triggered";
import { Recorder } from "./recorder";
import { hasTime, type Sender, send } from "./send";
import { SlowLane } from "./slow-lane";
import { Streaks } from "./streaks";

/** Results that wait to be recorded; beyond, nothing new is begun. */
const recordsLimit = 2000;

type Settings = {
  sql: Sql;
  queue: Outlet;
  sender: Sender;
  lanes: Lanes;
  /** A slot, or room at a webhook, is free again. */
  freed(): void;
};

/** Sends what was claimed, as slots and webhooks allow, and hands the results in. */
export class Dispatch {
  readonly desk = new Desk((claimed, lane) => this.#start(claimed, lane));
  readonly #sender: Sender;
  readonly #lanes: Lanes;
  readonly #freed: () => void;
  readonly #slowLane: SlowLane;
  readonly #breaker: Breaker;
  readonly #recorder: Recorder;
  readonly #lastTriggered: LastTriggered;
  readonly #streaks: Streaks;
  readonly #underWay = new Set<Promise<void>>();
  #isStopping: boolean = false;

  constructor({ sql, queue, sender, lanes, freed }: Settings) {
    this.#sender = sender;
    this.#lanes = lanes;
    this.#freed = freed;
    this.#slowLane = new SlowLane(sql);
    this.#breaker = new Breaker(sql, {
      opening: (webhookId) => this.desk.hold(webhookId),
      opened: (webhookId) => {
        this.#giveBack(this.desk.clear(webhookId));
        this.moveAside([webhookId]);
      },
    });
    this.#recorder = new Recorder(queue);
    this.#lastTriggered = new LastTriggered(sql);
    this.#streaks = new Streaks(sql);
  }

  get isOverfull(): boolean {
    return this.#isStopping || this.#recorder.waiting > recordsLimit;
  }

  /** Everything due for these webhooks goes to lane 1. */
  moveAside(webhookIds: string[]): void {
    this.#slowLane.move(webhookIds);
  }

  /** What is done once a second. */
  tick(): void {
    this.desk.forget();
    void this.#lastTriggered.flush();
    void this.#streaks.flush();
  }

  /** Sends no more; resolves when everything under way is recorded. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#giveBack(this.desk.clear());
    await Promise.all(this.#underWay);
    await Promise.all([this.#breaker.idle(), this.#slowLane.idle(), this.#recorder.idle()]);
    await Promise.all([this.#lastTriggered.flush(), this.#streaks.flush()]);
  }

  #giveBack(rows: Claimed[]): void {
    for (const claimed of rows) this.#recorder.add({ claimed, outcome: null });
  }

  #start(claimed: Claimed, lane: Lane): void {
    const { deliveryId } = claimed;
    const work = this.#deliver(claimed, lane)
      .catch((error) => log.error({ err: error, deliveryId }, "left to its lease"))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #deliver(claimed: Claimed, lane: Lane): Promise<void> {
    const outcome = await this.#send(claimed, lane);
    if (!outcome) return this.#giveBack([claimed]);
    if (outcome.requestHeaders) this.#lastTriggered.note(claimed.webhookId, outcome.startedAt);
    const next = fate(outcome, claimed);
    noteAttempt(outcome, next.kind);
    this.#recorder.add({ claimed, outcome, fate: next });
    // An error of ours says nothing about the receiver.
    if (outcome.cause === "internal") return;
    this.#streaks.note(claimed, outcome);
    this.#breaker.note(claimed, outcome);
    if (this.#slowLane.note(claimed, outcome)) this.#giveBack(this.desk.clear(claimed.webhookId));
  }

  /** Null when it should not be sent any more. The slot is free before the answer is recorded. */
  async #send(claimed: Claimed, lane: Lane): Promise<Outcome | null> {
    let outcome: Outcome | null = null;
    metrics().inFlight.inc();
    try {
      if (this.#isStopping || !hasTime(claimed)) return null;
      failPoint("before_send");
      outcome = await send(claimed, this.#sender);
      failPoint("after_send");
      return outcome;
    } finally {
      metrics().inFlight.dec();
      this.desk.done(claimed, lane, tookMs(outcome));
      this.#passOn(claimed.webhookId);
    }
  }

  #passOn(webhookId: string): void {
    const { normal, retries, slow } = this.#lanes;
    this.desk.pump([normal, retries, slow]);
    if (this.desk.visit(webhookId)?.wantsMore) slow.due = true;
    this.#freed();
  }
}

/** How long the receiver took; null when it had no part in what came. */
function tookMs(outcome: Outcome | null): number | null {
  return outcome && outcome.cause !== "internal" ? outcome.durationMs : null;
}
