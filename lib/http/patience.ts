import { Problem } from "@/lib/protocol/problem";
import type { Pulse } from "./pulse";

/** Long enough for all that is quick, and for feeling the pulse; in all, an answer comes within two seconds. */
const quietMs = 1000;
const silentMs = 1800;
const lookMs = 200;

/**
 * How long one request waits for the database, all its steps together. Two seconds when the database does not
 * answer anybody; up to the limit when it does, for some work honestly takes its time.
 */
export class Patience {
  readonly #pulse: Pulse;
  readonly #limitMs: number;
  #spentMs = 0;
  #over: boolean = false;

  constructor(pulse: Pulse, limitMs: number) {
    this.#pulse = pulse;
    this.#limitMs = limitMs;
  }

  /** @throws Problem 50300 while nobody gets an answer: what is not asked need not be thrown away. */
  assertHope(): void {
    if (!this.#pulse.silent) return;
    this.#pulse.feel();
    throw away();
  }

  /** The caller was told that it was not done; what has not happened yet should not happen any more. */
  get over(): boolean {
    return this.#over;
  }

  /** @throws Problem 50300 when the work is not done in time; what it asked for may still happen. */
  wait<T>(work: Promise<T>): Promise<T> {
    const begunAt = performance.now() - this.#spentMs;
    return new Promise((resolve, reject) => {
      const look = () => {
        const waitedMs = performance.now() - begunAt;
        this.#pulse.feel();
        this.#over = waitedMs >= this.#limitMs || (waitedMs >= silentMs && this.#pulse.silent);
        if (this.#over) reject(away());
        else timer = setTimeout(look, lookMs);
      };
      let timer = setTimeout(look, Math.max(0, quietMs - this.#spentMs));
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#spentMs = performance.now() - begunAt;
      });
    });
  }
}

function away() {
  return new Problem(
    50300,
    "The database does not answer. What you asked for may still happen; ask again with an Idempotency-Key.",
  );
}
