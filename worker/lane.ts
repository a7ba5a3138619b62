import type { LaneNumber } from "@/lib/queue/due";

/** The slots of one lane, and whether there may be work for them. */
export class Lane {
  readonly number: LaneNumber;
  readonly #slots: number;
  #taken = 0;
  /** Something may be due. */
  due: boolean = true;

  constructor(number: LaneNumber, slots: number) {
    this.number = number;
    this.#slots = slots;
  }

  get free(): number {
    return this.#slots - this.#taken;
  }

  get calls(): boolean {
    return this.due && this.free > 0;
  }

  take(): void {
    this.#taken++;
  }

  give(): void {
    this.#taken--;
  }
}

/** The slow lane has a quarter of the slots to itself: no more, but those for certain. */
export function lanesOf(concurrency: number): { normal: Lane; slow: Lane } {
  const slow = Math.max(1, Math.floor(concurrency / 4));
  return { normal: new Lane(0, Math.max(1, concurrency - slow)), slow: new Lane(1, slow) };
}
