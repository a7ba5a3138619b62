import { burstSeconds } from "@/lib/queue/able-webhooks";
import type { LaneNumber } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** Mean response time below which a webhook is fast. A process leases as many of its rows as it can send in this time. Not measured. */
const fastMs = 250;
/** Rows of a fast webhook that a process leases at most. Not measured. */
const depthLimit = 256;
/** Weight of the latest response time in the moving average. Not measured. */
const weight = 0.3;

type Target = Pick<
  LeasedDelivery,
  | "webhookId"
  | "accountId"
  | "secretAccountId"
  | "maxConcurrency"
  | "ratePerSecond"
  | "deadlineSeconds"
>;

/** Rows of one webhook that this process has leased, and the moving average of its response time. */
export class WebhookSlots {
  readonly webhookId: string;
  readonly accountId: string;
  readonly secretAccountId: string | null;
  maxConcurrency: number;
  deadlineMs: number;
  ratePerSecond: number | null;
  /** Its last attempt ended before the deadline. */
  responds: boolean = false;
  /** Requests in flight. */
  inFlight = 0;
  /** A timer is set for the time at which its rate allows a request. */
  isPaced: boolean = false;
  /** Starts no more rows: its circuit is about to open. */
  isSuspended: boolean = false;
  /** More of its rows wait in lane 1, as far as the last claim showed. */
  hasMoreQueued: boolean = false;
  /** Consecutive claims that found it over capacity, without a result in between. */
  rejectedClaims = 0;
  #usedAt = performance.now();
  #leased = 0;
  readonly #leasedByLane: Record<LaneNumber, number> = { 0: 0, 1: 0, 2: 0 };
  #meanMs: number | null = null;
  /** Time until which its rate is spent. */
  #spentUntil = 0;

  constructor(row: Target) {
    const { webhookId, accountId, maxConcurrency, ratePerSecond, deadlineSeconds } = row;
    this.webhookId = webhookId;
    this.accountId = accountId;
    this.secretAccountId = row.secretAccountId;
    this.maxConcurrency = maxConcurrency;
    this.ratePerSecond = ratePerSecond;
    this.deadlineMs = deadlineSeconds * 1000;
  }

  /** Returns the number of leased rows that came by these lanes. */
  leasedIn(lanes: LaneNumber[]): number {
    let sum = 0;
    for (const lane of lanes) sum += this.#leasedByLane[lane];
    return sum;
  }

  get leased(): number {
    return this.#leased;
  }

  /** True when it has had no leased row for longer than this. */
  isIdleFor(ms: number): boolean {
    return this.#leased === 0 && this.#usedAt < performance.now() - ms;
  }

  /** True when no row may start. `elsewhere`: requests that other workers have in flight. */
  isFull(elsewhere: number): boolean {
    return this.isSuspended || this.inFlight + elsewhere >= this.maxConcurrency;
  }

  /**
   * Time until its rate allows a request (GCRA, as in the claim). Claims spend the rate for all processes, but their rows may
   * gather here while the receiver does not respond.
   */
  get rateWaitMs(): number {
    const { ratePerSecond: rate } = this;
    return rate ? Math.max(0, this.#unspentFrom(rate) + 1000 / rate - performance.now()) : 0;
  }

  /** Counts a request that starts. `isRated`: it spends the rate. */
  start(isRated: boolean): void {
    const { ratePerSecond: rate } = this;
    this.inFlight++;
    if (rate && isRated) this.#spentUntil = this.#unspentFrom(rate) + 1000 / rate;
  }

  /** Returns the earliest time from which unused rate counts. */
  #unspentFrom(rate: number): number {
    const burstMs = 1000 * Math.max(burstSeconds, 1 / rate);
    return Math.max(this.#spentUntil, performance.now() - burstMs);
  }

  get isFast(): boolean {
    return this.#meanMs !== null && this.#meanMs < fastMs;
  }

  /** Further rows that the process may take; null unless the webhook is known to be fast. */
  get remaining(): number | null {
    if (this.isSuspended) return 0;
    return this.isFast ? Math.max(0, this.#depth - this.leased) : null;
  }

  /** True when another claim of lane 1 would keep this webhook busy. */
  get wantsMore(): boolean {
    return this.hasMoreQueued && (!this.isFast || this.leased * 2 <= this.#depth);
  }

  hold(lane: LaneNumber): void {
    this.#leased++;
    this.#leasedByLane[lane]++;
  }

  /** Uncounts a row. `tookMs` is the duration of its attempt; null when the receiver had no part in it. */
  release(lane: LaneNumber, tookMs: number | null): void {
    this.#leased--;
    this.#leasedByLane[lane]--;
    this.#usedAt = performance.now();
    if (tookMs === null) return;
    this.rejectedClaims = 0;
    this.responds = tookMs < this.deadlineMs;
    const mean = this.#meanMs ?? tookMs;
    this.#meanMs = mean + weight * (tookMs - mean);
  }

  /** Rows that can be sent to it in `fastMs` while it is fast: as many as its rate allows, and at most `depthLimit`. */
  get #depth(): number {
    const { ratePerSecond: rate } = this;
    const sendable = (this.maxConcurrency * fastMs) / Math.max(1, this.#meanMs ?? fastMs);
    const depth = Math.min(depthLimit, Math.floor(sendable));
    return rate ? Math.min(depth, Math.ceil((rate * fastMs) / 1000)) : depth;
  }
}
