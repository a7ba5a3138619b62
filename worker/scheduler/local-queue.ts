import type { Capacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import type { Line } from "./account-share";
import type { Lane } from "./lane";
import { leasedInLane } from "./leased-in-lane";
import { type Ownership, ownsAll } from "./ownership";
import { WebhookSlots } from "./webhook-slots";

/** Time after which an idle webhook is forgotten. Not measured. */
const idleMs = 10_000;
/** Idle time after which a webhook used again becomes the most recently used. */
const orderMs = 1000;
/** Idle webhooks remembered at most: each claim carries those that are fast. Not measured. */
const idleLimit = 1000;

type Start = (claimed: LeasedDelivery, lane: Lane) => void;
type Place = { line: Line; lane: Lane };

/**
 * Leased deliveries that wait in memory for a slot, one line for each webhook and lane. A row starts when its lane has a
 * free slot, its account is below its share, and its webhook has fewer than `maxConcurrency` requests in flight and rate
 * left. Accounts take turns, and so do the webhooks of an account. States and invariants: README.md in this folder.
 */
export class LocalQueue {
  readonly #start: Start;
  readonly #ownership: Ownership;
  /** By webhook id, least recently used first, to about a second. */
  readonly #slots = new Map<string, WebhookSlots>();
  #places = new Map<string, Place>();
  /** Lines that wait: their webhook has `maxConcurrency` requests in flight, or has spent its rate. */
  readonly #blocked = new Map<WebhookSlots, Place[]>();

  constructor(start: Start, ownership: Ownership = ownsAll) {
    this.#start = start;
    this.#ownership = ownership;
  }

  /** Adds leased rows, and starts those that may start. */
  add(claimed: LeasedDelivery[], lane: Lane): void {
    for (const row of claimed) {
      const webhook = this.#ensureSlots(row);
      webhook.hold(lane.number);
      lane.hold(row, webhook.isFast);
      const place = this.#places.get(key(row.webhookId, lane));
      if (place) place.line.rows.push(row);
      else this.#open({ webhook, share: lane.shareOf(row.accountId), rows: [row] }, lane);
    }
    this.#pump(lane);
  }

  /** Frees the slot of a row. `tookMs` is the duration of its attempt; null when the receiver had no part in it. */
  finish(row: LeasedDelivery, lane: Lane, tookMs: number | null): void {
    const webhook = this.slotsOf(row.webhookId);
    lane.release(row);
    if (!webhook) return;
    webhook.inFlight--;
    webhook.release(lane.number, tookMs);
    this.#readmit(webhook);
  }

  /** Starts no more rows of a webhook until `evict`. */
  suspend(webhookId: string): void {
    const webhook = this.#slots.get(webhookId);
    if (webhook) webhook.isSuspended = true;
  }

  /** Starts all rows of these lanes that may start. */
  pump(lanes: Lane[]): void {
    for (const lane of lanes) this.#pump(lane);
  }

  /** Starts rows that waited for requests of other workers to end. */
  readmitAll(lanes: Lane[]): void {
    for (const webhook of this.#blocked.keys()) this.#readmit(webhook);
    this.pump(lanes);
  }

  /** Removes and returns the waiting rows of some webhooks, or of all. */
  evict(isEvicted: (webhookId: string) => boolean = () => true): LeasedDelivery[] {
    for (const webhook of this.#slots.values()) {
      if (isEvicted(webhook.webhookId)) webhook.isSuspended = false;
    }
    const places = [...this.#places].filter(([, { line }]) => isEvicted(line.webhook.webhookId));
    return places.flatMap(([name, { line, lane }]) => {
      this.#places.delete(name);
      this.#readmit(line.webhook);
      for (const row of line.rows) {
        line.webhook.release(lane.number, null);
        lane.drop(row);
      }
      return line.rows.splice(0);
    });
  }

  /** Returns the targets of one-shot callbacks that it knows of an account. */
  oneShotsOf(accountId: string): Set<string> {
    const known = [...this.#slots.values()].filter((one) => one.secretAccountId === accountId);
    return new Set(known.map(({ webhookId }) => webhookId));
  }

  slotsOf(webhookId: string): WebhookSlots | undefined {
    return this.#slots.get(webhookId);
  }

  /** Returns the capacity for a claim of this lane, for rows of these accounts or of all. Slots used by fast webhooks count as free. */
  capacity(lane: Lane, limit: number, accountIds?: ReadonlySet<string>): Capacity {
    this.#trimIdle();
    const { slotsUsed, ...leased } = leasedInLane(lane, this.#slots.values(), accountIds);
    const { memoryLeft, newTargetLimit, cursors } = lane;
    const { shards } = this.#ownership;
    const slots = Math.max(0, lane.slots - slotsUsed);
    return { limit, slots, memoryLeft, newTargetLimit, cursors, shards, ...leased };
  }

  /** Removes webhooks that have been idle for 10 s. */
  evictIdle(): void {
    for (const [id, webhook] of this.#slots) {
      if (webhook.isIdleFor(idleMs)) this.#slots.delete(id);
    }
  }

  #trimIdle(): void {
    let surplus = this.#slots.size - idleLimit;
    if (surplus <= 0) return;
    for (const [id, { leased }] of this.#slots) {
      if (leased === 0) this.#slots.delete(id);
      if (--surplus <= 0) return;
    }
  }

  #ensureSlots(row: LeasedDelivery): WebhookSlots {
    const known = this.#slots.get(row.webhookId);
    const webhook = known ?? new WebhookSlots(row);
    if (!known || webhook.isIdleFor(orderMs)) {
      this.#slots.delete(row.webhookId);
      this.#slots.set(row.webhookId, webhook);
    }
    webhook.maxConcurrency = row.maxConcurrency;
    webhook.ratePerSecond = row.ratePerSecond;
    webhook.deadlineMs = row.deadlineSeconds * 1000;
    return webhook;
  }

  #open(line: Line, lane: Lane): void {
    this.#places.set(key(line.webhook.webhookId, lane), { line, lane });
    lane.enlist(line);
  }

  #close({ webhook }: Line, lane: Lane): void {
    this.#places.delete(key(webhook.webhookId, lane));
    // A new map: one that lives long causes full collections, see `Lru`.
    if (this.#places.size === 0) this.#places = new Map();
  }

  /** Starts rows of a lane while it has free slots. */
  #pump(lane: Lane): void {
    while (lane.free > 0) {
      const line = lane.next();
      if (!line) return;
      this.#serve(line, lane);
    }
  }

  /** Returns the lines of a webhook to the round robin. */
  #readmit(webhook: WebhookSlots): void {
    for (const { line, lane } of this.#blocked.get(webhook) ?? []) lane.enlist(line);
    this.#blocked.delete(webhook);
  }

  /** Sets a line aside until its webhook has fewer requests in flight. */
  #wait(line: Line, lane: Lane): void {
    const others = this.#blocked.get(line.webhook);
    if (others) others.push({ line, lane });
    else this.#blocked.set(line.webhook, [{ line, lane }]);
  }

  /** Returns the lines of a webhook to the round robin once its rate allows a request. */
  #pace(webhook: WebhookSlots): void {
    if (webhook.isPaced) return;
    webhook.isPaced = true;
    const resume = () => {
      webhook.isPaced = false;
      const lanes = new Set(this.#blocked.get(webhook)?.map(({ lane }) => lane));
      this.#readmit(webhook);
      this.pump([...lanes]);
    };
    setTimeout(resume, Math.ceil(webhook.rateWaitMs)).unref();
  }

  /** Starts the first row of a line, or sets the line aside. */
  #serve(line: Line, lane: Lane): void {
    const { webhook, rows } = line;
    const [row] = rows;
    // Its rows were evicted.
    if (!row) return;
    const elsewhere = this.#ownership.inFlightElsewhere(webhook.webhookId);
    if (webhook.isFull(elsewhere)) this.#wait(line, lane);
    else if (isRated(row) && webhook.rateWaitMs > 0) {
      this.#wait(line, lane);
      this.#pace(webhook);
    } else if (lane.holdsBack(row)) line.share.blocked.push(line);
    else {
      rows.shift();
      if (rows.length > 0) lane.enlist(line);
      else this.#close(line, lane);
      lane.acquire(row);
      webhook.start(isRated(row));
      this.#start(row, lane);
    }
  }
}

/** Returns false for rows for which a person waits: the rate does not hold them back. */
function isRated({ trigger }: LeasedDelivery): boolean {
  return trigger !== "test" && trigger !== "resend";
}

function key(webhookId: string, { number }: Lane): string {
  return `${number} ${webhookId}`;
}
