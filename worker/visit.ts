import type { Claimed } from "@/lib/queue/claimed";
import type { LaneNumber } from "@/lib/queue/room";

/** A webhook that answers sooner is quick: this process may hold what it can send to it in that time. */
const quickMs = 250;
const deepest = 256;
/** How much the latest answer counts. */
const weight = 0.3;

/** What this process has of one webhook, and how fast it goes. */
export class Visit {
  readonly webhookId: string;
  maxConcurrency: number;
  /** Requests under way. */
  inFlight = 0;
  /** Nothing more is begun: its circuit is about to be open. */
  isOnHold: boolean = false;
  /** More of it waits in lane 1, as far as is known. */
  awaited: boolean = false;
  /** Claims in a row that found no room for it, with no answer in between. */
  crowdings = 0;
  usedAt = performance.now();
  readonly #held: Record<LaneNumber, number> = { 0: 0, 1: 0, 2: 0 };
  #paceMs: number | null = null;

  constructor({ webhookId, maxConcurrency }: Pick<Claimed, "webhookId" | "maxConcurrency">) {
    this.webhookId = webhookId;
    this.maxConcurrency = maxConcurrency;
  }

  /** Rows that came by these lanes. */
  heldIn(...lanes: LaneNumber[]): number {
    return lanes.reduce<number>((sum, lane) => sum + this.#held[lane], 0);
  }

  get held(): number {
    return this.heldIn(0, 1, 2);
  }

  get isFull(): boolean {
    return this.isOnHold || this.inFlight >= this.maxConcurrency;
  }

  get isQuick(): boolean {
    return this.#paceMs !== null && this.#paceMs < quickMs;
  }

  /** How many more rows make sense here; null while it is not known to be quick. */
  get room(): number | null {
    if (this.isOnHold) return 0;
    return this.isQuick ? Math.max(0, this.#reach - this.held) : null;
  }

  /** A claim for what waits in lane 1 would be worth its while. */
  get wantsMore(): boolean {
    return this.awaited && (!this.isQuick || this.held * 2 <= this.#reach);
  }

  hold(lane: LaneNumber): void {
    this.#held[lane]++;
  }

  /** With how long its answer took, if it was asked. */
  release(lane: LaneNumber, tookMs: number | null): void {
    this.#held[lane]--;
    this.usedAt = performance.now();
    if (tookMs === null) return;
    this.crowdings = 0;
    const pace = this.#paceMs ?? tookMs;
    this.#paceMs = pace + weight * (tookMs - pace);
  }

  get #reach(): number {
    const sendable = (this.maxConcurrency * quickMs) / Math.max(1, this.#paceMs ?? quickMs);
    return Math.max(this.maxConcurrency, Math.min(deepest, Math.floor(sendable)));
  }
}
