import type { Capacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { shardOf } from "@/lib/queue/shards";
import type { Report } from "./message";

/** Reports come every 100 ms. A worker without one for this long gets no deliveries. Not measured. */
const freshMs = 500;

type Entry = Capacity["inFlight"][number];
type Known = { capacity: Capacity; entries: Map<string, Entry>; at: number };

/**
 * Capacity of all workers that reported lately, less what was published to them since. Several publishers may together
 * exceed it for the moment of a report: rows then wait longer in the memory of their worker.
 */
export class ReportedCapacity {
  readonly #workers = new Map<string, Known>();
  readonly #owners = new Map<number, string>();

  /** Notes a report. A report without shards comes from a worker that takes no messages at present. */
  note({ workerId, capacity }: Report): void {
    if (!capacity.shards) {
      this.#workers.delete(workerId);
      return;
    }
    const entries = new Map(capacity.inFlight.map((entry) => [entry.webhookId, entry]));
    this.#workers.set(workerId, { capacity, entries, at: performance.now() });
    for (const shard of capacity.shards ?? []) this.#owners.set(shard, workerId);
  }

  /** Returns the worker that sends to the webhook. */
  ownerOf(webhookId: string): string | undefined {
    const workerId = this.#owners.get(shardOf(webhookId));
    return workerId !== undefined && this.#isFresh(workerId) ? workerId : undefined;
  }

  /** Counts a row that is on its way to the worker. */
  use(workerId: string, { webhookId, accountId }: LeasedDelivery): void {
    const known = this.#workers.get(workerId);
    if (!known) return;
    const { capacity, entries } = known;
    capacity.limit--;
    capacity.memoryLeft--;
    const entry = entries.get(webhookId) ?? {
      webhookId,
      accountId,
      leased: 0,
      inLane: 0,
      remaining: null,
      responds: false,
    };
    if (!entries.has(webhookId)) {
      entries.set(webhookId, entry);
      capacity.inFlight.push(entry);
    }
    entry.leased++;
    entry.inLane++;
    if (entry.remaining === null) capacity.slots--;
    else entry.remaining = Math.max(0, entry.remaining - 1);
  }

  /** Returns the capacity of all workers together, and of a worker in this process (`own`). A webhook is sent to by one of them, so entries do not overlap. */
  total(own: Capacity, accountIds?: ReadonlySet<string>): Capacity {
    for (const workerId of this.#workers.keys()) {
      if (!this.#isFresh(workerId)) this.#workers.delete(workerId);
    }
    const others = [...this.#workers.values()].map(({ capacity }) => capacity);
    if (others.length === 0) return own;
    const all = own.limit > 0 ? [own, ...others] : others;
    const isListed = ({ accountId }: { accountId?: string }) =>
      accountIds === undefined || (accountId !== undefined && accountIds.has(accountId));
    const sum = (of: (capacity: Capacity) => number) =>
      all.reduce((total, capacity) => total + Math.max(0, of(capacity)), 0);
    return {
      limit: sum(({ limit }) => limit),
      slots: sum(({ slots }) => slots),
      memoryLeft: sum(({ memoryLeft }) => memoryLeft),
      newTargetLimit: sum(({ newTargetLimit }) => newTargetLimit),
      inFlight: all.flatMap(({ inFlight }) => inFlight).filter(isListed),
      accounts: this.#accounts(all).filter(isListed),
      cursors: {},
      shards: all.flatMap(({ shards = [] }) => shards),
    };
  }

  #accounts(all: Capacity[]): Capacity["accounts"] {
    const accounts = new Map<string, Capacity["accounts"][number]>();
    for (const one of all.flatMap((capacity) => capacity.accounts)) {
      const known = accounts.get(one.accountId);
      const { accountId } = one;
      accounts.set(accountId, {
        accountId,
        inLane: one.inLane + (known?.inLane ?? 0),
        newTargets: one.newTargets + (known?.newTargets ?? 0),
        waiting: one.waiting + (known?.waiting ?? 0),
      });
    }
    return [...accounts.values()];
  }

  #isFresh(workerId: string): boolean {
    const known = this.#workers.get(workerId);
    return known !== undefined && performance.now() - known.at < freshMs;
  }
}
