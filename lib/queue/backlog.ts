import { sql } from "drizzle-orm";
import type { Queries, Sql } from "@/db/client";
import { queue } from "@/db/schema/deliveries";
import { fanOuts } from "@/db/schema/fan-outs";
import { log } from "@/lib/log";
import { Problem } from "@/lib/protocol/problem";

/** Pause after a count: 30 times its duration, between 1 and 5 s, so that counting takes about a thirtieth of the time. */
const restMs = { least: 1000, timesCount: 30, most: 5000 };

/**
 * Refuses events while the backlog is over its limit. The backlog is counted in the background, at most once a second,
 * so the limit may be exceeded by the events of about a second.
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
      `The backlog exceeds ${this.#limit} deliveries. Nothing was stored; retry later.`,
    );
  }

  async #refresh(): Promise<void> {
    const startedAt = performance.now();
    if (this.#counting || startedAt < this.#countAgainAt) return;
    this.#counting = true;
    try {
      this.#due = await this.#count();
    } catch (error) {
      log.warn({ err: error }, "backlog count failed");
    }
    const tookMs = performance.now() - startedAt;
    const { least, timesCount, most } = restMs;
    const pauseMs = Math.max(least, tookMs * timesCount);
    this.#countAgainAt = performance.now() + Math.min(pauseMs, most);
    this.#counting = false;
  }
}

/**
 * Returns the number of due deliveries, plus those that fan-outs have yet to create. Each of the three lanes is counted
 * by its own index, up to one more than `limit`. Parked, leased and later rows do not count.
 */
export async function countDue(db: Queries, limit: number): Promise<number> {
  const dueIn = (lane: number) =>
    sql`(select 1 from ${queue} where lane = ${sql.raw(String(lane))} and due_at <= now() limit ${limit + 1})`;
  const [row] = await db.execute<{ due: number }>(sql`
    select (count(*) + (select coalesce(sum(size - done), 0) from ${fanOuts}))::float8 as due
    from (${dueIn(0)} union all ${dueIn(1)} union all ${dueIn(2)}) as due`);
  return row?.due ?? 0;
}

/** Returns the number of due deliveries in lane 0, counted up to `limit`. A running worker keeps it low. */
export async function countReady(client: Sql, limit: number): Promise<number> {
  const [row] = await client<[{ ready: number }]>`
    select count(*)::int as ready
    from (select from queue where lane = 0 and due_at <= now() limit ${limit}) as ready`;
  return row.ready;
}
