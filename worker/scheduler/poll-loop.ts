import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { isStopped } from "@/db/away";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { noteClaim } from "@/lib/metrics/note";
import { type Capacity, canUse, type Floors, noCapacity } from "@/lib/queue/capacity";
import type { Claims } from "@/lib/queue/claim";
import type { Channel } from "@/lib/queue/notify";
import type { DeliveryQueue, HandedOver, HandOff } from "@/lib/queue/queue";
import { failPoint } from "@/worker/fail-point";
import type { Sender } from "@/worker/http/send";
import type { Due } from "@/worker/jobs/due-work";
import { WakeSignal } from "@/worker/wake-signal";
import { Dispatcher } from "./dispatcher";
import type { Lane } from "./lane";
import { type Lanes, lanesOf } from "./lanes";
import { LookPause, lookMs } from "./look-pause";
import { type Ownership, ownsAll } from "./ownership";
import type { Change } from "./recent-changes";

/** Interval of claims while rows wait for a rate limit. Not measured. */
const rateMs = 50;
/** Rows over capacity in one full claim, or such claims, after which all due rows of a webhook move at once. Not measured. */
const rejectedRowsLimit = 16;
const rejectedClaimsLimit = 4;

type Options = {
  sql: Sql;
  queue: DeliveryQueue;
  sender: Sender;
  concurrency: number;
  ownership?: Ownership;
  /** Looks for due rows, and for work of the jobs. */
  findDue(floors: Floors, isIdle: boolean): Promise<Due>;
  /** Returns false while notifications may be missed. */
  isNotified(): boolean;
};

/** Claims due deliveries while there is capacity, and sleeps until the wake signal or the next poll. See README.md. */
export class PollLoop implements HandOff {
  readonly #queue: DeliveryQueue;
  readonly #look: Pick<Options, "findDue" | "isNotified">;
  readonly #lanes: Lanes;
  readonly #dispatcher: Dispatcher;
  readonly #wakeSignal = new WakeSignal();
  readonly #stopping = new AbortController();
  /** Until this time, rows may wait for a rate limit. */
  #ratedUntil = 0;
  readonly #pause = new LookPause();

  constructor({ findDue, isNotified, concurrency, ownership = ownsAll, ...options }: Options) {
    this.#queue = options.queue;
    this.#look = { findDue, isNotified };
    this.#lanes = lanesOf(concurrency);
    // A lane that backs off wakes the loop too, which then rests until the back-off ends.
    const freed = () => {
      const { slow } = this.#lanes;
      if (slow.isBackingOff || this.#lanesToClaim().length > 0) this.#wakeSignal.signal();
    };
    this.#dispatcher = new Dispatcher({ ...options, ownership, lanes: this.#lanes, freed });
  }

  /** Notes that deliveries may be due, and ends the sleep. */
  wake = (channel: Channel = "due"): void => {
    this.#lanes[channel === "due" ? "normal" : "slow"].due = true;
    this.#wakeSignal.signal();
    this.#pause.noteWork();
  };

  /** Notes that there may be work for a job. */
  noteWork = (): void => this.#pause.noteWork();

  /** Returns the capacity for rows of these accounts, or of all, that are about to be stored, leased to this process. */
  capacity(accountIds?: ReadonlySet<string>): Capacity {
    const { normal } = this.#lanes;
    if (this.#dispatcher.isClosed) return noCapacity;
    return this.#dispatcher.localQueue.capacity(normal, normal.memoryLeft, accountIds);
  }

  /** Accepts rows that were stored with a lease of this process. */
  take({ claimed, lane1Webhooks }: HandedOver): void {
    const { localQueue } = this.#dispatcher;
    failPoint("after_claim");
    this.#pause.noteWork();
    this.#dispatcher.add(claimed, this.#lanes.normal);
    for (const webhookId of lane1Webhooks) {
      const slots = localQueue.slotsOf(webhookId);
      // Its next result frees a slot.
      if (slots && slots.leased > 0) slots.hasMoreQueued = true;
      else this.#lanes.slow.due = true;
    }
    if (lane1Webhooks.length > 0) this.#wakeSignal.signal();
  }

  /** Notes a change, or that any may have been missed. The rows in memory that it concerns are given back, and claimed with the new state. */
  noteChange(change?: Change): void {
    this.#dispatcher.noteChange(change);
    this.#pause.noteWork();
  }

  /** Applies a change of ownership. Rows of webhooks that were won may have been due for long. */
  applyOwnership = (): void => {
    this.#dispatcher.applyOwnership();
    for (const lane of Object.values(this.#lanes)) lane.claimFromStart();
    this.#wakeSignal.signal();
  };

  /** Stops claiming and sending. `run` then resolves when all requests in flight are recorded. */
  stop(): void {
    this.#stopping.abort();
    this.#dispatcher.close();
    this.#wakeSignal.signal();
  }

  /** Gives back rows that were handed over since `run` resolved, by statements that were under way. */
  giveBackLate(): Promise<void> {
    return this.#dispatcher.stop();
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    // Polls until all requests in flight are recorded: `tick` writes what their results changed.
    const drained = new AbortController();
    const polling = every(lookMs, () => this.#poll(), drained.signal, {
      firstAfterMs: lookMs,
      listen: (end) => {
        this.#pause.end = end;
      },
    });
    while (!this.#stopping.signal.aborted) {
      // In sequence: each claim must know what the one before it took.
      for (const lane of this.#lanesToClaim()) await this.#claim(lane);
      if (this.#lanesToClaim().length === 0) await this.#rest();
    }
    await this.#dispatcher.stop();
    drained.abort();
    await polling;
  }

  /** Looks for due rows and requests claims of their lanes. Every few seconds it reads the index from the start. */
  async #poll(): Promise<{ nextAfterMs: number }> {
    this.#dispatcher.tick();
    const isIdle = this.#pause.begin() && this.#look.isNotified();
    const polledAt = performance.now();
    const { normal, retries, slow } = this.#lanes;
    const floors = { 0: normal.floorAt(polledAt), 1: null, 2: retries.floorAt(polledAt) };
    const found = await this.#look.findDue(floors, isIdle).catch((error) => {
      log.warn({ err: error }, "looking for due work failed");
      return null;
    });
    if (!found) return { nextAfterMs: lookMs };
    for (const lane of [normal, retries, slow]) {
      if (found.lanes.includes(lane.number)) {
        lane.due = true;
        this.#wakeSignal.signal();
      } else if (lane.isToSweep(polledAt)) lane.noteSwept(polledAt);
    }
    return { nextAfterMs: this.#pause.after(found, isIdle) };
  }

  #lanesToClaim(): Lane[] {
    if (this.#dispatcher.isClosed) return [];
    return Object.values(this.#lanes).filter(({ wantsClaim }) => wantsClaim);
  }

  async #rest(): Promise<void> {
    const isRated = performance.now() < this.#ratedUntil;
    const rests = Object.values(this.#lanes).map(({ restMs }) => restMs ?? lookMs);
    await this.#wakeSignal.wait(Math.min(isRated ? rateMs : lookMs, ...rests));
    if (isRated) this.#lanes.slow.due = true;
    // One claim serves all wake signals of one turn of the event loop.
    await nextTurn();
  }

  /** Claims rows of a lane unless the worker stops or lost its shards meanwhile. After an error, waits about a second, also when woken, and tries again. */
  async #claim(lane: Lane): Promise<void> {
    if (this.#dispatcher.isClosed) return;
    lane.due = false;
    const limit = Math.min(lane.limit, lane.claimLimit);
    const { localQueue, moving } = this.#dispatcher;
    const capacity = { ...localQueue.capacity(lane, limit), moving };
    if (lane === this.#lanes.slow && !canUse(capacity)) return;
    try {
      const askedAt = performance.now();
      const claims = await this.#queue.claim(lane.number, capacity, lane.beginClaim(askedAt));
      const tookMs = performance.now() - askedAt;
      noteClaim(claims, tookMs);
      // Lane 1 examines every webhook that waits there; the other lanes read the rows that they return.
      if (lane === this.#lanes.slow) lane.noteYield(claims.claimed.length, tookMs);
      lane.claimLimit += Math.ceil(lane.claimLimit / 8);
      failPoint("after_claim");
      this.#noteClaims(claims, lane, capacity);
    } catch (error) {
      // A claim of the same size would exceed its time limit again.
      if (isStopped(error)) lane.claimLimit = Math.max(1, Math.floor(limit / 2));
      log.warn({ err: error }, "claim failed");
      const { signal } = this.#stopping;
      await delay(lookMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      lane.due = true;
    }
  }

  #noteClaims(claims: Claims, lane: Lane, capacity: Capacity): void {
    const { claimed, failed, overCapacity, isRated, examined } = claims;
    const isFull = examined === capacity.limit;
    for (const { deliveryId } of failed)
      log.error({ deliveryId }, "delivery failed: its last attempt was lost with the worker");
    lane.noteClaim(claims, isFull);
    if (examined > claimed.length || isFull) lane.due = true;
    if (isRated) this.#ratedUntil = performance.now() + 2 * lookMs;
    if (lane === this.#lanes.slow) {
      lane.hasBacklog = examined > 0 || claims.hasLeft;
      this.#noteLeft(claims, capacity);
      if (claimed.length === 0 && Object.keys(claims.cursors).length > 0) lane.due = true;
    }
    if (claimed.length > 0) this.#pause.noteWork();
    this.#dispatcher.add(claimed, lane);
    this.#noteOverCapacity(overCapacity, isFull);
  }

  /** Notes which webhooks may have more rows in lane 1, as far as the claim read them. */
  #noteLeft({ leftOf, cursors }: Claims, { inFlight }: Capacity): void {
    const left = new Set(leftOf);
    for (const { webhookId, accountId = "", leased, remaining } of inFlight) {
      const slots = this.#dispatcher.localQueue.slotsOf(webhookId);
      if (!slots) continue;
      const wasRead = (remaining ?? slots.maxConcurrency - leased) > 0 && !(accountId in cursors);
      if (left.has(webhookId) || wasRead) slots.hasMoreQueued = left.has(webhookId);
    }
  }

  /** Notes webhooks over capacity. After full claims, moves all due rows of a webhook to lane 1, since more may follow. */
  #noteOverCapacity(overCapacity: Map<string, number>, isFull: boolean): void {
    const toMove: string[] = [];
    for (const [webhookId, count] of overCapacity) {
      const slots = this.#dispatcher.localQueue.slotsOf(webhookId);
      if (slots) slots.hasMoreQueued = true;
      // A fast webhook takes its other rows soon: they stay where they are.
      if (!isFull || slots?.isFast) continue;
      const rejectedClaims = slots ? ++slots.rejectedClaims : 0;
      if (count >= rejectedRowsLimit || rejectedClaims >= rejectedClaimsLimit)
        toMove.push(webhookId);
    }
    this.#dispatcher.moveToSlowLane(toMove);
    if (overCapacity.size > 0) this.#lanes.slow.due = true;
  }
}
