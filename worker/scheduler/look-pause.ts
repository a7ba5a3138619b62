import { type Due, idleLookMs } from "@/worker/jobs/due-work";

/** Pause between two looks of a worker that is not idle: the longest delay of a delivery that was not notified. Not measured. */
export const lookMs = 1000;
/** Shortest pause before work that becomes due by itself. */
const leastMs = 20;

/**
 * Chooses the pause between two looks for due work: a second, and up to five while nothing happens and notifications
 * arrive. Work that becomes due by itself ends the pause of an idle worker.
 */
export class LookPause {
  /** Ends the pause under way. */
  end = () => {};
  /** No work was noted since the latest look began. */
  #isIdle: boolean = false;
  /** The pause under way is that of an idle worker. */
  #isLong: boolean = false;

  /** Notes that there is work, or may be: looks are a second apart again, and the next one is at once after a longer pause. */
  noteWork(): void {
    this.#isIdle = false;
    if (!this.#isLong) return;
    this.#isLong = false;
    this.end();
  }

  /** Begins a look. Returns whether nothing happened since the one before. */
  begin(): boolean {
    const wasIdle = this.#isIdle;
    this.#isLong = false;
    this.#isIdle = true;
    return wasIdle;
  }

  /** Returns the pause after a look. `isIdle`: it was that of an idle worker. */
  after({ hasWork, comingMs }: Due, isIdle: boolean): number {
    if (hasWork) this.#isIdle = false;
    this.#isLong = isIdle && this.#isIdle;
    return this.#isLong ? Math.max(comingMs ?? idleLookMs, leastMs) : lookMs;
  }
}
