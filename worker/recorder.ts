import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { log } from "@/lib/log";
import type { Outlet } from "@/lib/queue/queue";
import { leaseMarginSeconds } from "@/lib/queue/room";
import type { Result } from "@/lib/queue/settle";
import { failPoint } from "./fail-point";

const pauseMs = 250;
/** A statement too large delays everybody in it. */
const groupLimit = 500;

/** From one write to the next, unless much waits: nobody waits for a result, and few statements cost little. */
const restMs = 5;

/** Records in groups: while one write is under way, and shortly after, the next results gather. */
export class Recorder {
  readonly #queue: Pick<Outlet, "settle">;
  #waiting: Result[] = [];
  #writing: Promise<void> | undefined;

  constructor(queue: Pick<Outlet, "settle">) {
    this.#queue = queue;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(result: Result): void {
    this.#waiting.push(result);
    this.#writing ??= this.#write();
  }

  /** Resolves when all results are written, or their leases have ended without. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    // What is added in the same turn goes with the first.
    await null;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, groupLimit);
      failPoint("before_record");
      await this.#store(group);
      failPoint("after_record");
      if (this.#waiting.length < groupLimit) await delay(restMs);
    }
    this.#writing = undefined;
  }

  /** Never rejects. Waits for a database that is away; what it refuses is tried one by one, then stripped. */
  async #store(results: Result[]): Promise<void> {
    for (let group = results; group.length > 0; group = group.filter(isLeased)) {
      try {
        const written = await this.#queue.settle(group);
        if (written < group.length) log.info({ stale: group.length - written }, "stale results");
        return;
      } catch (error) {
        if (isRefusal(error)) return this.#storeEach(group, error);
        log.warn({ err: error, results: group.length }, "results wait for the database");
        await delay(pauseMs * (1 + Math.random()));
      }
    }
    log.error({ results: results.length }, "leases ended before results could be recorded");
  }

  async #storeEach(group: Result[], error: unknown): Promise<void> {
    const [only, ...others] = group;
    if (only && others.length === 0) return this.#storeStripped(only, error);
    for (const result of group) await this.#store([result]);
  }

  async #storeStripped(result: Result, error: unknown): Promise<void> {
    const { deliveryId, attempt } = result.claimed;
    log.error({ err: error, deliveryId, attempt }, "a result was refused and is recorded without");
    await this.#queue
      .settle([stripped(result)])
      .catch((again) =>
        log.error({ err: again, deliveryId, attempt }, "a result could not be recorded at all"),
      );
  }
}

function stripped(result: Result): Result {
  if (!result.outcome) return result;
  const { claimed, outcome, fate } = result;
  return {
    claimed,
    fate,
    outcome: {
      ...outcome,
      cause: outcome.cause && "internal",
      error: outcome.cause && "The answer could not be stored.",
      requestHeaders: null,
      responseHeaders: null,
      responseBody: null,
    },
  };
}

/** Something is wrong with the values or the statement, so that trying again as it is would not help. */
function isRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(21|22|23|42|54)/.test(error.code);
}

function isLeased({ claimed }: Result): boolean {
  const leaseMs = (claimed.deadlineSeconds + leaseMarginSeconds) * 1000;
  return performance.now() - claimed.claimedAt < leaseMs;
}
