import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { noteAttempt } from "@/lib/metrics/note";
import { metrics } from "@/lib/metrics/registry";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { wake } from "@/lib/queue/notify";
import type { DeliveryQueue } from "@/lib/queue/queue";
import { sentResult, unsentResult } from "@/lib/queue/result";
import { decideRetry } from "@/lib/queue/retry-decision";
import { traceIdOf } from "@/lib/telemetry/traceparent";
import { UnderWay } from "@/lib/under-way";
import { failPoint } from "@/worker/fail-point";
import { hasTime, type Sender, send } from "@/worker/http/send";
import { CircuitBreaker } from "@/worker/webhook-health/circuit-breaker";
import { FailureStreaks } from "@/worker/webhook-health/failure-streaks";
import { LastTriggered } from "@/worker/webhook-health/last-triggered";
import { SlowLane } from "@/worker/webhook-health/slow-lane";
import type { Lane } from "./lane";
import type { Lanes } from "./lanes";
import { LocalQueue } from "./local-queue";
import type { Ownership } from "./ownership";
import { type Change, RecentChanges } from "./recent-changes";
import { ResultWriter } from "./result-writer";

/** Results waiting to be recorded beyond which the worker claims nothing. Not measured. */
const recordsLimit = 2000;

type Options = {
  sql: Sql;
  queue: DeliveryQueue;
  sender: Sender;
  lanes: Lanes;
  ownership: Ownership;
  /** Called when a slot is free again. */
  freed(): void;
};

/** Sends leased deliveries as slots and webhooks allow, records the results, and updates the health of webhooks. */
export class Dispatcher {
  readonly localQueue: LocalQueue;
  readonly #sql: Sql;
  readonly #sender: Sender;
  readonly #lanes: Lanes;
  readonly #ownership: Ownership;
  readonly #freed: () => void;
  readonly #slowLane: SlowLane;
  readonly #circuitBreaker: CircuitBreaker;
  readonly #resultWriter: ResultWriter;
  readonly #lastTriggered: LastTriggered;
  readonly #failureStreaks: FailureStreaks;
  readonly #inFlight = new UnderWay();
  readonly #changes = new RecentChanges();
  #isStopping: boolean = false;

  constructor({ sql, queue, sender, lanes, ownership, freed }: Options) {
    this.localQueue = new LocalQueue((claimed, lane) => this.#start(claimed, lane), ownership);
    this.#sql = sql;
    this.#sender = sender;
    this.#lanes = lanes;
    this.#ownership = ownership;
    this.#freed = freed;
    this.#slowLane = new SlowLane(sql);
    this.#circuitBreaker = new CircuitBreaker(sql, {
      opening: (webhookId) => {
        this.localQueue.suspend(webhookId);
        // Written first: opening a circuit reports that the webhook fails, and how often it did.
        return this.#failureStreaks.flush();
      },
      opened: (webhookId) => {
        this.#giveBack(this.localQueue.evict((id) => id === webhookId));
        this.moveToSlowLane([webhookId]);
      },
    });
    this.#resultWriter = new ResultWriter(queue);
    this.#lastTriggered = new LastTriggered(sql);
    this.#failureStreaks = new FailureStreaks(sql);
  }

  /** True while it takes no rows: it stops, too many results wait, or it owns no webhooks. */
  get isClosed(): boolean {
    const ownsNone = this.#ownership.shards?.length === 0;
    return this.#isStopping || ownsNone || this.#resultWriter.waiting > recordsLimit;
  }

  /**
   * Adds leased rows. Rows whose webhook or secrets may have changed after their claim are given back. Rows of fast webhooks from
   * lane 1 may use the normal slots, which they free again soon.
   */
  add(claimed: LeasedDelivery[], lane: Lane): void {
    const { normal, slow } = this.#lanes;
    const mayMove = lane === slow && normal.isFilling;
    const outdated: LeasedDelivery[] = [];
    const fast: LeasedDelivery[] = [];
    const others: LeasedDelivery[] = [];
    for (const row of claimed) {
      if (this.#changes.isOutdated(row)) outdated.push(row);
      else if (mayMove && this.localQueue.slotsOf(row.webhookId)?.isFast) fast.push(row);
      else others.push(row);
    }
    this.#giveBack(outdated);
    this.localQueue.add(fast, normal);
    this.localQueue.add(others, lane);
  }

  /** Gives back the rows in memory that a change concerns, or all of them. Requests in flight end as they began. */
  noteChange(change?: Change): void {
    if (change) {
      this.#changes.note(change);
      this.#giveBackOutdated(change);
    } else {
      this.#changes.noteMissed();
      this.#giveBack(this.localQueue.evict());
    }
  }

  /** Webhooks whose due rows are being moved to lane 1. */
  get moving(): string[] {
    return this.#slowLane.moving;
  }

  /** Moves all due rows of these webhooks to lane 1. */
  moveToSlowLane(webhookIds: string[]): void {
    this.#slowLane.move(webhookIds);
  }

  /** Gives back rows of webhooks that another worker sends to now, and starts those that waited for its requests. */
  applyOwnership(): void {
    void this.#leave(this.localQueue.evict((webhookId) => !this.#ownership.owns(webhookId)));
    this.localQueue.readmitAll(Object.values(this.#lanes));
  }

  /** Runs the periodic work. Called with each look for due rows, every 1 to 5 s. */
  tick(): void {
    this.localQueue.evictIdle();
    void this.#lastTriggered.flush();
    void this.#failureStreaks.flush();
  }

  /** Stops sending. Rows that are added from now on are given back. */
  close(): void {
    this.#isStopping = true;
  }

  /** Stops sending. Resolves when all requests in flight are recorded. */
  async stop(): Promise<void> {
    this.close();
    void this.#leave(this.localQueue.evict());
    await this.#inFlight.ended();
    await Promise.all([
      this.#circuitBreaker.idle(),
      this.#slowLane.idle(),
      this.#resultWriter.idle(),
    ]);
    await Promise.all([this.#lastTriggered.flush(), this.#failureStreaks.flush()]);
  }

  #giveBackOutdated(change: Change): void {
    const webhooks =
      "webhookId" in change
        ? new Set([change.webhookId])
        : this.localQueue.oneShotsOf(change.secretsOfAccount);
    for (const id of webhooks) this.#circuitBreaker.forget(id);
    const isHeld = [...webhooks].some((id) => this.localQueue.slotsOf(id));
    if (isHeld) this.#giveBack(this.localQueue.evict((id) => webhooks.has(id)));
  }

  #giveBack(rows: LeasedDelivery[]): void {
    for (const claimed of rows) this.#resultWriter.add(unsentResult(claimed));
  }

  /** Gives back rows that other workers send, and wakes these once the rows are due. */
  async #leave(rows: LeasedDelivery[]): Promise<void> {
    if (rows.length === 0) return;
    this.#giveBack(rows);
    await this.#resultWriter.idle();
    for (const channel of ["due", "lane1"] as const) wake(this.#sql, channel);
  }

  #start(claimed: LeasedDelivery, lane: Lane): void {
    const { deliveryId, traceparent } = claimed;
    const work = this.#deliver(claimed, lane).catch((error) =>
      log.error(
        { err: error, deliveryId, traceId: traceIdOf(traceparent) },
        "delivery crashed; retried after lease expiry",
      ),
    );
    this.#inFlight.add(work);
  }

  async #deliver(claimed: LeasedDelivery, lane: Lane): Promise<void> {
    const outcome = await this.#send(claimed, lane);
    if (!outcome) return this.#isStopping ? this.#leave([claimed]) : this.#giveBack([claimed]);
    if (outcome.requestHeaders) this.#lastTriggered.note(claimed.webhookId, outcome.startedAt);
    const next = decideRetry(outcome, claimed);
    noteAttempt(outcome, next.kind);
    this.#resultWriter.add(sentResult(claimed, outcome, next));
    // An internal error says nothing about the receiver.
    if (outcome.cause === "internal") return;
    this.#failureStreaks.note(claimed, outcome);
    this.#circuitBreaker.note(claimed, outcome);
    if (this.#slowLane.note(claimed, outcome))
      this.#giveBack(this.localQueue.evict((id) => id === claimed.webhookId));
  }

  /** Sends one delivery; null when it was not sent. Frees the slot before the result is recorded. */
  async #send(claimed: LeasedDelivery, lane: Lane): Promise<AttemptResult | null> {
    let outcome: AttemptResult | null = null;
    metrics().inFlight.inc();
    try {
      if (!this.#maySend(claimed)) {
        // Freeing the slot in this call would start the next row within it. A few hundred without time exceed the stack.
        await null;
        return null;
      }
      failPoint("before_send");
      outcome = await send(claimed, this.#sender);
      failPoint("after_send");
      return outcome;
    } finally {
      metrics().inFlight.dec();
      this.localQueue.finish(claimed, lane, tookMs(outcome));
      this.#refill(claimed.webhookId, lane);
    }
  }

  #maySend(claimed: LeasedDelivery): boolean {
    return !this.#isStopping && hasTime(claimed) && this.#ownership.owns(claimed.webhookId);
  }

  /** Starts waiting rows in free slots, and requests a claim of lane 1 if it would bring more. */
  #refill(webhookId: string, lane: Lane): void {
    const { normal, retries, slow } = this.#lanes;
    this.localQueue.pump([normal, retries, slow]);
    if (this.localQueue.slotsOf(webhookId)?.wantsMore || (lane === slow && slow.hasBacklog))
      slow.due = true;
    this.#freed();
  }
}

/** Returns the duration of the attempt in ms; null when the receiver had no part in it. */
function tookMs(outcome: AttemptResult | null): number | null {
  return outcome && outcome.cause !== "internal" ? outcome.durationMs : null;
}
