import { sql } from "drizzle-orm";
import type { Queries, Sql } from "@/db/client";
import { queue } from "@/db/schema/deliveries";
import { fanOuts } from "@/db/schema/fan-outs";
import { accountLimits } from "@/db/schema/limits";
import { Problem } from "@/lib/protocol/problem";
import { refuseUntil } from "@/lib/protocol/rate-limit";
import { BackgroundCount } from "./background-count";
import { queueRowsOf } from "./rows-of-account";

/** Counting takes about a thirtieth of the time. */
const restMs = { least: 1000, timesCount: 30, most: 5000 };

/** Limits of the installation and of accounts without a limit of their own. */
export type BacklogLimits = { total: number; perAccount: number };

/** Deliveries of an account that wait, and its own limit if it has one. */
type AccountBacklog = { waiting: number; limit: number | null };
type Backlogs = ReadonlyMap<string, AccountBacklog>;

/** Refuses events of accounts whose backlog is over its limit. */
export class Backlog {
  readonly #count: BackgroundCount<AccountBacklog>;
  readonly #limits: BacklogLimits;
  /** Sum of the latest count: each request asks, and there may be ten thousand accounts. */
  readonly #totals = new WeakMap<Backlogs, number>();

  constructor(count: () => Promise<Backlogs>, limits: BacklogLimits) {
    this.#count = new BackgroundCount({ count, restMs, failure: "backlog count failed" });
    this.#limits = limits;
  }

  /** Adds deliveries that were stored and wait for a worker. */
  add(accountId: string, deliveries: number): void {
    this.#count.add(accountId, deliveries);
  }

  /** Makes the next event count again. Call it after the commit that changed the limit of an account. */
  recount(): void {
    this.#count.recount();
  }

  /**
   * While the backlog of the installation is over its limit, accounts with more than an equal part of it are refused.
   * @throws Problem 42900 while the account's backlog is at its limit, 50300 for the installation's
   */
  assertBelowLimit(accountId: string): void {
    void this.#count.refresh();
    const { counted } = this.#count;
    const { total, perAccount } = this.#limits;
    const account = counted.get(accountId);
    const waiting = (account?.waiting ?? 0) + this.#count.addedTo(accountId);
    if (waiting > total / (counted.size + 1) && this.#totalOf(counted) > total) {
      throw new Problem(
        50300,
        `The backlog exceeds ${total} deliveries. Nothing was stored; retry later.`,
        { limit: "backlog" },
      );
    }
    const limit = account?.limit ?? perAccount;
    if (waiting < limit) return;
    throw refuseUntil(
      `The account's backlog limit is reached: ${waiting} ${waiting === 1 ? "delivery waits" : "deliveries wait"}, at most ${limit} may. Nothing was stored. Retry when deliveries have been sent, or have the limit raised.`,
      restMs.most / 1000,
      { limit: "backlog" },
    );
  }

  #totalOf(counted: Backlogs): number {
    const known = this.#totals.get(counted) ?? totalOf(counted);
    this.#totals.set(counted, known);
    return known;
  }
}

/** Returns the number of waiting deliveries of all accounts. */
export function totalOf(backlogs: Backlogs): number {
  let total = 0;
  for (const { waiting } of backlogs.values()) total += waiting;
  return total;
}

/**
 * Returns the number of due deliveries of each account, plus those that fan-outs have yet to create. Each of the three
 * lanes is counted by its own index, up to one more than `limit`. Parked, leased and later rows do not count. Accounts
 * with a limit of their own are included.
 */
export async function countDue(db: Queries, limit: number): Promise<Backlogs> {
  const dueIn = (lane: number) =>
    sql`(select account_id from ${queue} where lane = ${sql.raw(String(lane))} and due_at <= now() limit ${limit + 1})`;
  const rows = await db.execute<{ account_id: string; waiting: number; own: number | null }>(sql`
    with due as (
      select account_id, count(*)::float8 as n
      from (${dueIn(0)} union all ${dueIn(1)} union all ${dueIn(2)}) as due group by account_id
      union all
      select account_id, sum(size - done)::float8 from ${fanOuts} group by account_id
      union all
      select account_id, 0 from ${accountLimits} where backlog is not null
    )
    select account_id, sum(n) as waiting, max(l.backlog) as own
    from due left join ${accountLimits} l using (account_id) group by account_id`);
  return new Map(rows.map((row) => [row.account_id, { waiting: row.waiting, limit: row.own }]));
}

/** Returns the backlog of one account, as `countDue` counts it. Each lane is counted up to one more than `limit`. */
export async function countDueOf(db: Queries, accountId: string, limit: number): Promise<number> {
  const dueIn = (lane: number) => sql`
    (select from ${queueRowsOf(accountId)} q where lane = ${sql.raw(String(lane))} and due_at <= now() limit ${limit + 1})`;
  const [row] = await db.execute<{ waiting: number }>(sql`
    select (select count(*) from (${dueIn(0)} union all ${dueIn(1)} union all ${dueIn(2)}) as due)::float8
      + coalesce((select sum(size - done) from ${fanOuts} where account_id = ${accountId}), 0)::float8 as waiting`);
  return row?.waiting ?? 0;
}

/** Due deliveries in lane 0 from which on the backlog is deep: a worker that keeps up has few. Not measured. */
const deepBacklog = 10_000;

/** Returns whether so many deliveries are due that work which adds to them should proceed slowly. */
export async function isBacklogDeep(client: Sql): Promise<boolean> {
  const [row] = await client<[{ ready: number }]>`
    select count(*)::int as ready
    from (select from queue where lane = 0 and due_at <= now() limit ${deepBacklog}) as ready`;
  return row.ready === deepBacklog;
}
