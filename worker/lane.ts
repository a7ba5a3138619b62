import type { Claims } from "@/lib/queue/claim";
import type { Claimed } from "@/lib/queue/claimed";
import type { LaneNumber } from "@/lib/queue/room";
import type { Visit } from "./visit";

/** Rows that wait in memory for each slot: the next claim is under way before the last one is used up. */
const depthPerSlot = 4;
const sweepMs = 5000;
/** Nothing is due before the oldest that a full claim found; some may have been written a little later. */
const fullMarginMs = 50;
const restMarginMs = 1000;

/** What one webhook has waiting in a lane, in order. */
export type Line = { visit: Visit; lane: Lane; rows: Claimed[] };

/** The slots of one lane, what waits for them in memory, and whether there may be more in the database. */
export class Lane {
  readonly number: LaneNumber;
  readonly slots: number;
  /** The lanes that use these slots. */
  readonly sharedWith: LaneNumber[];
  /** Something may be due. */
  due: boolean = true;
  waiting = 0;
  /** Whose turn it is: a row each, again and again. */
  readonly ready: Line[] = [];
  readonly #within: Lane | undefined;
  #taken = 0;
  #floor: Date | null = null;
  #sweptAt = 0;

  /** `within` another lane, its slots are part of that one's. */
  constructor(number: LaneNumber, slots: number, within?: Lane) {
    this.number = number;
    this.slots = slots;
    this.#within = within;
    this.sharedWith = [number];
    within?.sharedWith.push(number);
  }

  get free(): number {
    return Math.min(this.slots - this.#taken, this.#within?.free ?? this.slots);
  }

  /** Rows that it may hold in memory. */
  get depth(): number {
    return this.slots * depthPerSlot;
  }

  get calls(): boolean {
    return this.due && this.waiting * 2 < this.depth;
  }

  take(): void {
    this.#taken++;
    this.#within?.take();
  }

  give(): void {
    this.#taken--;
    this.#within?.give();
  }

  /**
   * Where the next claim begins. The index may hold entries of rows long done before it, while a transaction
   * elsewhere stays open; from time to time it is searched from its start, for what came late.
   */
  floor(nowMs: number): Date | null {
    if (nowMs - this.#sweptAt < sweepMs) return this.#floor;
    this.#sweptAt = nowMs;
    return null;
  }

  found({ oldest, askedAt }: Pick<Claims, "oldest" | "askedAt">, isFull: boolean): void {
    if (isFull && oldest) this.#floor = new Date(oldest.getTime() - fullMarginMs);
    else if (askedAt) this.#floor = new Date(askedAt.getTime() - restMarginMs);
  }
}

export type Lanes = { normal: Lane; retries: Lane; slow: Lane };

/** The slow lane has a quarter of the slots to itself; of the others, retries have half at most. */
export function lanesOf(concurrency: number): Lanes {
  const slow = Math.max(1, Math.floor(concurrency / 4));
  const normal = new Lane(0, Math.max(1, concurrency - slow));
  const retries = new Lane(2, Math.max(1, Math.ceil(normal.slots / 2)), normal);
  return { normal, retries, slow: new Lane(1, slow) };
}
