import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { queue } from "@/db/schema/deliveries";
import { log } from "@/lib/log";
import { Problem } from "@/lib/protocol/problem";

/** However many rows there are to count, that takes but a tenth of the time, unless it takes very long. */
const restMs = { least: 1000, timesCount: 10, most: 5000 };

/**
 * Refuses more while too many deliveries are due and not sent. They are counted beside the requests, at most once
 * a second, so that a limit may be passed by what comes in a moment.
 */
export class Backlog {
  readonly #count: () => Promise<number>;
  readonly #limit: number;
  #due = 0;
  #counting: boolean = false;
  #countAgainAt: number = Number.NEGATIVE_INFINITY;

  constructor(count: () => Promise<number>, limit: number) {
    this.#count = count;
    this.#limit = limit;
  }

  /** @throws Problem 50300 while the backlog is over its limit */
  assertRoom(): void {
    void this.#refresh();
    if (this.#due <= this.#limit) return;
    throw new Problem(
      50300,
      `More than ${this.#limit} deliveries are due and not sent yet. Nothing was stored; ask again shortly.`,
    );
  }

  async #refresh(): Promise<void> {
    const startedAt = performance.now();
    if (this.#counting || startedAt < this.#countAgainAt) return;
    this.#counting = true;
    try {
      this.#due = await this.#count();
    } catch (error) {
      log.warn({ err: error }, "the backlog was not counted");
    }
    const tookMs = performance.now() - startedAt;
    const { least, timesCount, most } = restMs;
    const wishedMs = Math.max(least, tookMs * timesCount);
    this.#countAgainAt = performance.now() + Math.min(wishedMs, most);
    this.#counting = false;
  }
}

/**
 * The deliveries that are due, counted up to one more than `limit`. What is parked, leased or due later is not
 * among them. Each lane has an index of its own.
 */
export async function countDue(db: Queries, limit: number): Promise<number> {
  const dueIn = (lane: number) =>
    sql`(select 1 from ${queue} where lane = ${sql.raw(String(lane))} and due_at <= now() limit ${limit + 1})`;
  const [row] = await db.execute<{ due: number }>(
    sql`select count(*)::int as due from (${dueIn(0)} union all ${dueIn(1)} union all ${dueIn(2)}) as due`,
  );
  return row?.due ?? 0;
}
