import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { leaseMarginSeconds } from "@/lib/queue/due";
import { type Result, settle } from "@/lib/queue/settle";
import { failPoint } from "./fail-point";

const pauseMs = 250;

type Waiting = { result: Result; done: () => void };

/** Records in groups: while one write is under way the next results gather, and no timer holds any back. */
export class Recorder {
  readonly #sql: Sql;
  #waiting: Waiting[] = [];
  #writing: boolean = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Resolves when the result is written, or when its lease has ended without. */
  add(result: Result): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ result, done });
      if (!this.#writing) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      failPoint("before_record");
      await this.#store(group.map(({ result }) => result));
      failPoint("after_record");
      for (const { done } of group) done();
    }
    this.#writing = false;
  }

  /** Never rejects. Waits for a database that is away; what it refuses is tried one by one, then stripped. */
  async #store(results: Result[]): Promise<void> {
    for (let group = results; group.length > 0; group = group.filter(isLeased)) {
      try {
        const written = await settle(this.#sql, group);
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
    await settle(this.#sql, [stripped(result)]).catch((again) =>
      log.error({ err: again, deliveryId, attempt }, "a result could not be recorded at all"),
    );
  }
}

function stripped({ claimed, outcome, fate }: Result): Result {
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
