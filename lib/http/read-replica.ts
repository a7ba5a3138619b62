import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isDatabaseAway } from "@/db/away";
import type { Database } from "@/db/client";
import { hasCode } from "@/db/error-code";
import { log } from "@/lib/log";

/** Longest wait of a read for the replica to catch up, and the time between two looks. Not measured. */
const waitMs = 150;
const lookMs = 10;
/** Time for which reads go to the primary after the replica was behind, and after it was away. Not measured. */
const behindMs = 1000;
const awayMs = 5000;
/** SQLSTATE of a read that was cancelled because it conflicts with replayed changes. */
const conflict = "40001";

/**
 * Runs reads on a streaming replica, and never shows an older state than the primary would: a read begins there only once
 * the replica has replayed everything that the primary had written when the request arrived (causal reads by log
 * position). Otherwise it runs on the primary.
 */
export class ReadReplica {
  readonly #primary: Database;
  readonly #replica: Database;
  readonly #checks: Database;
  #restUntil = 0;
  #isAway: boolean = false;
  /** A check of the replica has no answer for `waitMs`. */
  #isSilent: boolean = false;

  /** @param checks connection to the replica of its own, so that a check does not wait for reads */
  constructor(primary: Database, replica: Database, checks = replica) {
    this.#primary = primary;
    this.#replica = replica;
    this.#checks = checks;
  }

  /** Runs a read, which must not write. It runs again on the primary if the replica fails it. */
  async run<T>(read: (db: Database) => Promise<T>): Promise<T> {
    if (!(await this.#isCurrent())) return read(this.#primary);
    try {
      return await read(this.#replica);
    } catch (error) {
      if (!isDatabaseAway(error) && !isConflict(error)) throw error;
      this.#rest(error);
      return read(this.#primary);
    }
  }

  async #isCurrent(): Promise<boolean> {
    if (this.#isSilent || performance.now() < this.#restUntil) return false;
    const [primary] = await this.#primary.execute<{ position: string }>(
      sql`select pg_current_wal_lsn()::text as position`,
    );
    return this.#answerInTime(this.#check(primary?.position ?? ""));
  }

  /** Returns the result of a check, or false after `waitMs`. Reads then go to the primary until a check has ended. */
  #answerInTime(check: Promise<boolean>): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#isSilent = true;
        resolve(false);
      }, waitMs);
      void check.then((isCurrent) => {
        clearTimeout(timer);
        this.#isSilent = false;
        resolve(isCurrent);
      });
    });
  }

  async #check(position: string): Promise<boolean> {
    try {
      const isCurrent = await this.#hasReplayed(position);
      if (!isCurrent) this.#restUntil = performance.now() + behindMs;
      if (isCurrent && this.#isAway) log.info("read replica available again");
      if (isCurrent) this.#isAway = false;
      return isCurrent;
    } catch (error) {
      this.#rest(error);
      return false;
    }
  }

  /** Returns whether the replica reaches this position in time. A promoted replica is no replica any more. */
  async #hasReplayed(position: string): Promise<boolean> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const [row] = await this.#checks.execute<{ replica: boolean; current: boolean }>(sql`
        select pg_is_in_recovery() as replica,
          coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as current`);
      if (!row?.replica) return false;
      if (row.current) return true;
      if (performance.now() >= deadline) return false;
      await delay(lookMs);
    }
  }

  #rest(error: unknown): void {
    this.#restUntil = performance.now() + awayMs;
    if (!this.#isAway) log.warn({ err: error }, "read replica unavailable; reading from primary");
    this.#isAway = true;
  }
}

function isConflict(error: unknown): boolean {
  return hasCode(error, (code) => code === conflict);
}
