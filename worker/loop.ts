import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { claim } from "@/lib/queue/claim";
import type { Claimed } from "@/lib/queue/claimed";
import { fate } from "@/lib/queue/fate";
import type { Outcome } from "@/lib/queue/outcome";
import { release } from "@/lib/queue/release";
import { Bell } from "./bell";
import { Breaker } from "./breaker";
import { failPoint } from "./fail-point";
import { Gate } from "./gate";
import { type Lane, lanesOf } from "./lane";
import { LastTriggered } from "./last-triggered";
import { Recorder } from "./recorder";
import { hasTime, type Sender, send } from "./send";
import { SlowLane } from "./slow-lane";
import { Streaks } from "./streaks";

/** Notifications are hints; this is how late a due delivery is found when one is missed. */
const pollMs = 1000;

type Settings = { sql: Sql; sender: Sender; concurrency: number };

/** Claims what is due, sends it, records what came of it, and waits for more; never more at once than allowed. */
export class Loop {
  readonly #sql: Sql;
  readonly #sender: Sender;
  readonly #lanes: { normal: Lane; slow: Lane };
  readonly #gate = new Gate();
  readonly #slowLane: SlowLane;
  readonly #breaker: Breaker;
  readonly #recorder: Recorder;
  readonly #lastTriggered: LastTriggered;
  readonly #streaks: Streaks;
  readonly #bell = new Bell();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor({ sql, sender, concurrency }: Settings) {
    this.#sql = sql;
    this.#sender = sender;
    this.#lanes = lanesOf(concurrency);
    this.#slowLane = new SlowLane(sql);
    this.#breaker = new Breaker(sql, (webhookId) => this.#slowLane.move(webhookId));
    this.#recorder = new Recorder(sql);
    this.#lastTriggered = new LastTriggered(sql);
    this.#streaks = new Streaks(sql);
  }

  /** Something may be due. */
  wake = (): void => this.#call(this.#lanes.normal);

  /** Stops claiming; `run` then ends when everything under way is recorded. */
  stop(): void {
    this.#stopping.abort();
    this.#bell.ring();
  }

  async run(): Promise<void> {
    const lanes = Object.values(this.#lanes);
    const polling = setInterval(() => {
      for (const lane of lanes) this.#call(lane);
      void this.#lastTriggered.flush();
      void this.#streaks.flush();
    }, pollMs);
    while (!this.#stopping.signal.aborted) {
      // One after the other: what a claim takes, the next one must know of.
      for (const lane of lanes) if (lane.calls) await this.#take(lane);
      if (!lanes.some(({ calls }) => calls)) await this.#rest();
    }
    await Promise.all(this.#underWay);
    clearInterval(polling);
    await this.#breaker.idle();
    await Promise.all([this.#slowLane.idle(), this.#lastTriggered.flush(), this.#streaks.flush()]);
  }

  #call(lane: Lane): void {
    lane.due = true;
    this.#bell.ring();
  }

  async #rest(): Promise<void> {
    await this.#bell.wait(pollMs);
    // A group that was recorded together frees its slots within this turn: they are filled by one claim.
    await nextTurn();
  }

  /** A database that is away is asked again after a pause. */
  async #take(lane: Lane): Promise<void> {
    lane.due = false;
    const limit = lane.free;
    const room = { lane: lane.number, limit, busy: this.#gate.busy(lane.number) };
    try {
      const { claimed, failed, crowded, examined } = await claim(this.#sql, room);
      failPoint("after_claim");
      for (const { deliveryId } of failed) log.error({ deliveryId }, "given up: workers were lost");
      for (const one of claimed) this.#start(one, lane);
      if (examined > claimed.length || examined === limit) lane.due = true;
      this.#setAside(crowded, examined === limit);
    } catch (error) {
      log.warn({ err: error }, "nothing can be claimed; the database may be away");
      await this.#bell.wait(pollMs * (0.5 + Math.random()));
      lane.due = true;
    }
  }

  /** These webhooks had no room for all that was due; when the claim was full, more of theirs may be behind. */
  #setAside(crowded: Set<string>, full: boolean): void {
    for (const webhookId of crowded) {
      this.#gate.await(webhookId);
      if (full) this.#slowLane.move(webhookId);
    }
    if (crowded.size > 0) this.#call(this.#lanes.slow);
  }

  #start(claimed: Claimed, lane: Lane): void {
    const { webhookId, deliveryId } = claimed;
    lane.take();
    this.#gate.enter(webhookId, lane.number);
    const work = this.#deliver(claimed, lane)
      .catch((error) => log.error({ err: error, deliveryId }, "left to its lease"))
      .finally(() => {
        lane.give();
        this.#underWay.delete(work);
        if (lane.due) this.#bell.ring();
      });
    this.#underWay.add(work);
  }

  async #deliver(claimed: Claimed, lane: Lane): Promise<void> {
    const outcome = await this.#send(claimed, lane);
    if (!outcome) return release(this.#sql, [claimed]);
    if (outcome.requestHeaders) this.#lastTriggered.note(claimed.webhookId, outcome.startedAt);
    this.#streaks.note(claimed, outcome);
    this.#slowLane.note(claimed, outcome);
    this.#breaker.note(claimed, outcome);
    await this.#recorder.add({ claimed, outcome, fate: fate(outcome, claimed) });
  }

  /** Null when it should not be sent any more. The webhook has room again before the answer is recorded. */
  async #send(claimed: Claimed, lane: Lane): Promise<Outcome | null> {
    try {
      if (this.#stopping.signal.aborted || !hasTime(claimed)) return null;
      failPoint("before_send");
      const outcome = await send(claimed, this.#sender);
      failPoint("after_send");
      return outcome;
    } finally {
      if (this.#gate.leave(claimed.webhookId, lane.number)) this.#call(this.#lanes.slow);
    }
  }
}
