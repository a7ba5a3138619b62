import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics/registry";
import { wake } from "@/lib/queue/notify";
import {
  createShards,
  divideShards,
  ownershipMs,
  type StandingLease,
  shardCount,
  shardOf,
  standingLeases,
  stillStanding,
} from "@/lib/queue/shards";
import { beat, leave, type Reported } from "@/worker/jobs/heartbeat";
import type { Ownership } from "./ownership";

/** Pause between two heartbeats of a worker that owns shards: four may be lost. */
const beatMs = 1000;
/** The worker stops this long before the database considers it lost. */
const marginMs = 500;

/**
 * Shards of webhooks that this worker owns, divided equally among the workers in Postgres.
 *
 * Invariants, which make limits of a webhook hold for all workers together:
 * 1. A request starts only while `owns` is true. It ends by the clock of this process before the database lets another
 *    worker take the shard: the time counts from before the heartbeat was sent, and is shorter by a margin.
 * 2. Each request that a former owner has in flight holds a lease, committed before it started. A new owner counts the
 *    leases that stand before `owns` becomes true, and until they end.
 */
export class ShardOwnership implements Ownership {
  readonly #sql: Sql;
  readonly #worker: Reported;
  /** Called after shards were won or lost, and after leases of former owners ended. */
  #changed = () => {};
  #owned = new Set<number>();
  #share = shardCount;
  #endsAt = Number.NEGATIVE_INFINITY;
  #elsewhere: StandingLease[] = [];
  #countElsewhere = new Map<string, number>();
  #wakeBeat = () => {};
  /** Time of the database at the last heartbeat, which was sent at `askedAt`. */
  #clock = { askedAt: 0, time: 0 };

  constructor(sql: Sql, worker: Reported) {
    this.#sql = sql;
    this.#worker = worker;
  }

  get shards(): number[] {
    return this.#isValid ? [...this.#owned] : [];
  }

  owns(webhookId: string): boolean {
    return this.#isValid && this.#owned.has(shardOf(webhookId));
  }

  inFlightElsewhere(webhookId: string): number {
    return this.#countElsewhere.get(webhookId) ?? 0;
  }

  /**
   * Converts a time of the database to the monotonic clock of this process. Never later than it was, so that a lease counted
   * from it ends early rather than late.
   */
  monotonicOf(time: Date): number {
    const { askedAt, time: known } = this.#clock;
    return Math.min(askedAt + time.getTime() - known - 1, performance.now());
  }

  /** Divides the shards again: a worker came or left, or freed some. */
  divide = (): void => this.#wakeBeat();

  /** Takes part in the division until the signal is aborted. Then frees all shards at once. */
  async run(signal: AbortSignal, changed: () => void): Promise<void> {
    this.#changed = changed;
    let isNew = true;
    const divide = async () => {
      if (isNew) await createShards(this.#sql);
      const hasFreed = await this.#divide();
      if (isNew || hasFreed) wake(this.#sql, "shards");
      isNew = false;
      return { nextAfterMs: this.#owned.size > this.#share ? 0 : beatMs };
    };
    const listen = (wakeBeat: () => void) => {
      this.#wakeBeat = wakeBeat;
    };
    await every(beatMs, divide, signal, { listen });
    this.#owned.clear();
    await leave(this.#sql, this.#worker);
    wake(this.#sql, "shards");
  }

  get #isValid(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Returns true when it freed shards. */
  async #divide(): Promise<boolean> {
    const surplus = [...this.#owned].sort((a, b) => a - b).slice(this.#share);
    for (const shard of surplus) this.#owned.delete(shard);
    if (surplus.length > 0) this.#changed();

    const askedAt = performance.now();
    const time = await beat(this.#sql, this.#worker);
    if (time) this.#clock = { askedAt, time: time.getTime() };
    const { owned, share } = await divideShards(this.#sql, this.#worker.id, surplus);
    // Another worker may have owned them since, also while this heartbeat was under way.
    if (!this.#isValid) this.#owned.clear();
    const won = owned.filter((shard) => !this.#owned.has(shard));
    const hasEnded = await this.#countStanding(won);
    this.#owned = new Set(owned);
    metrics().shards.set(owned.length);
    this.#share = share;
    this.#endsAt = askedAt + ownershipMs - marginMs;
    if (won.length + surplus.length > 0) log.info({ owned: owned.length, share }, "shards divided");
    if (won.length > 0 || hasEnded) this.#changed();
    return surplus.length > 0;
  }

  /** Counts the leases of former owners. Returns true when some have ended. */
  async #countStanding(won: number[]): Promise<boolean> {
    const before = this.#elsewhere;
    const standing = before.length > 0 ? await stillStanding(this.#sql, before) : [];
    const added = won.length > 0 ? await standingLeases(this.#sql, won) : [];
    this.#elsewhere = [...standing, ...added];
    this.#countElsewhere = new Map();
    for (const { webhookId } of this.#elsewhere) {
      this.#countElsewhere.set(webhookId, (this.#countElsewhere.get(webhookId) ?? 0) + 1);
    }
    return standing.length < before.length;
  }
}
