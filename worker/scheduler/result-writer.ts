import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { isStopped } from "@/db/away";
import { log } from "@/lib/log";
import type { DeliveryQueue } from "@/lib/queue/queue";
import type { Result } from "@/lib/queue/result";
import { failPoint } from "@/worker/fail-point";

/** Pause before a retry while the database is unavailable; up to twice this at random. Not measured. */
const pauseMs = 250;
/** Results in one statement at most. Larger statements would delay every result in them. Not measured. */
const groupLimit = 500;

/**
 * Pause between two writes. Recording takes 960 µs of Postgres an event at 50/s and 390 µs at 200/s with 5 ms, 230 µs and less
 * than 100 µs with 100 ms. A worker that is killed repeats the requests of this time, as of those in flight.
 */
const restMs = 100;
/** Results that end the pause, so that no more are repeated than at a low rate. Each further result costs little less. */
const fullGroup = 100;

/**
 * Records results in groups: while a write runs, and up to 100 ms after it, the next results gather. A result after a longer
 * pause is written at once, without a timer.
 */
export class ResultWriter {
  readonly #queue: Pick<DeliveryQueue, "complete">;
  #waiting: Result[] = [];
  #writing: Promise<void> | undefined;
  /** Time of the end of the last write. */
  #wroteAt = Number.NEGATIVE_INFINITY;
  /** Ends the pause, if there is one. */
  #endRest: () => void = () => {};

  constructor(queue: Pick<DeliveryQueue, "complete">) {
    this.#queue = queue;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(result: Result): void {
    this.#waiting.push(result);
    this.#writing ??= this.#write();
    if (this.#waiting.length >= fullGroup) this.#endRest();
  }

  /** Resolves when all results are recorded, or their leases have ended. Ends the pause. */
  async idle(): Promise<void> {
    this.#endRest();
    await this.#writing;
  }

  /** Resolves after this time, or as soon as a full group waits. */
  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      // V8 allocates a function in the old generation if it is written in the assignment to a field.
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#endRest = end;
    });
  }

  async #write(): Promise<void> {
    // Results added in the same turn of the event loop join the first group.
    await null;
    while (this.#waiting.length > 0) {
      const leftMs = this.#wroteAt + restMs - performance.now();
      if (leftMs > 0 && this.#waiting.length < fullGroup) await this.#rest(leftMs);
      const group = this.#waiting.splice(0, groupLimit);
      failPoint("before_record");
      await this.#store(group);
      failPoint("after_record");
      this.#wroteAt = performance.now();
    }
    this.#writing = undefined;
  }

  /**
   * Records a group. Never rejects. Retries while the database is unavailable. Halves a group that exceeds the time limit.
   * Stores a rejected group one by one, and a rejected result without headers and body.
   */
  async #store(results: Result[]): Promise<void> {
    for (let group = results; group.length > 0; group = group.filter(isLeased)) {
      try {
        const written = await this.#queue.complete(group);
        if (written < group.length)
          log.info({ stale: group.length - written }, "stale results discarded");
        return;
      } catch (error) {
        if (isRejection(error)) return this.#storeEach(group, error);
        if (isStopped(error) && group.length > 1) return this.#storeHalves(group);
        log.warn({ err: error, results: group.length }, "recording results failed; retrying");
        await delay(pauseMs * (1 + Math.random()));
      }
    }
    log.error({ results: results.length }, "results not recorded: leases expired");
  }

  /** Records a group in two halves, because the same group would exceed its time limit again. */
  async #storeHalves(group: Result[]): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    log.warn({ results: group.length }, "recording results timed out; retrying in halves");
    await this.#store(group.slice(0, middle));
    await this.#store(group.slice(middle));
  }

  async #storeEach(group: Result[], error: unknown): Promise<void> {
    const [only, ...others] = group;
    if (only && others.length === 0) return this.#storeStripped(only, error);
    for (const result of group) await this.#store([result]);
  }

  async #storeStripped(result: Result, error: unknown): Promise<void> {
    const { deliveryId, attempt } = result;
    log.error(
      { err: error, deliveryId, attempt },
      "attempt rejected by the database; storing it without headers and body",
    );
    await this.#queue
      .complete([stripped(result)])
      .catch((again) => log.error({ err: again, deliveryId, attempt }, "attempt not recorded"));
  }
}

/** Returns the result without headers and body, with cause `internal` if it had failed. */
function stripped(result: Result): Result {
  if (result.decision === "unsent") return result;
  return {
    ...result,
    cause: result.cause && "internal",
    error: result.cause && "The response could not be stored.",
    url: null,
    requestHeaders: null,
    responseHeaders: null,
    responseBody: null,
  };
}

/** Returns true for an error of the values or the statement (SQLSTATE classes 21, 22, 23, 42, 54), which a retry would not cure. */
function isRejection(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(21|22|23|42|54)/.test(error.code);
}

function isLeased({ leaseEndsAt }: Result): boolean {
  return performance.now() < leaseEndsAt;
}
