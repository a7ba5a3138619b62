import { defaultProblem } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import type { DbHealthProbe } from "./db-health-probe";

/** Long enough for fast requests and for one health probe; every request is answered within two seconds. */
const quietMs = 1000;
const silentMs = 1800;
const lookMs = 200;

/**
 * Deadline of one request for all its database work together: two seconds when the database does not answer its health
 * probe, else the limit of the endpoint, because some work takes long.
 */
export class DbDeadline {
  readonly #probe: DbHealthProbe;
  readonly #limitMs: number;
  #spentMs = 0;
  #isOver: boolean = false;

  constructor(probe: DbHealthProbe, limitMs: number) {
    this.#probe = probe;
    this.#limitMs = limitMs;
  }

  /**
   * Refuses work while the database is known to be silent, before any of it has begun.
   * @throws Problem 50300
   */
  assertDatabaseUp({ isWrite = false } = {}): void {
    if (!this.#probe.isSilent) return;
    this.#probe.send();
    if (!isWrite) throw defaultProblem(50300);
    throw new Problem(
      50300,
      "The database does not answer. Nothing was done; repeat the request shortly.",
    );
  }

  /** True when the deadline passed. The caller got 503, so work that has not been committed is rolled back. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Waits for the work until the deadline.
   * @throws Problem 50300 after it; the work itself may still succeed
   */
  wait<T>(work: Promise<T>): Promise<T> {
    const begunAt = performance.now() - this.#spentMs;
    return new Promise((resolve, reject) => {
      let wasLate = false;
      const look = () => {
        const waitedMs = performance.now() - begunAt;
        this.#probe.send();
        const isLate = waitedMs >= this.#limitMs || (waitedMs >= silentMs && this.#probe.isSilent);
        // The result may have arrived while this process was busy: it is read before the next look.
        this.#isOver = isLate && wasLate;
        wasLate = isLate;
        if (this.#isOver) reject(defaultProblem(50300));
        else timer = setTimeout(look, isLate ? 0 : lookMs);
      };
      let timer = setTimeout(look, Math.max(0, quietMs - this.#spentMs));
      const end = () => {
        clearTimeout(timer);
        this.#spentMs = performance.now() - begunAt;
      };
      work.then(
        (result) => {
          end();
          resolve(result);
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }
}
