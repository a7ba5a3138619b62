import type { AccountInFlight, Capacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { shardOf } from "@/lib/queue/shards";
import type { Report } from "./message";

/** Reports come every 100 ms. A worker without one for this long gets no deliveries. Not measured. */
const freshMs = 500;

type Entry = Capacity["inFlight"][number];
type Known = {
  capacity: Omit<Capacity, "inFlight" | "accounts">;
  webhooks: Map<string, Entry>;
  /** The same by account: each statement that stores events asks for those of a few accounts. */
  webhooksOf: Map<string, Entry[]>;
  accounts: Map<string, AccountInFlight>;
  at: number;
};

/**
 * Capacity of all workers that reported lately, less what was published to them since. Several publishers may together
 * exceed it for the moment of a report: rows then wait longer in the memory of their worker.
 */
export class ReportedCapacity {
  readonly #workers = new Map<string, Known>();
  readonly #owners = new Map<number, string>();

  /**
   * Notes a report. A report without shards comes from a worker that takes no messages at present.
   * @throws TypeError for a report of another form, which is not noted
   */
  note({ workerId, capacity }: Report): void {
    if (!capacity.shards) {
      this.#workers.delete(workerId);
      return;
    }
    const { inFlight, accounts: reported, ...totals } = capacity;
    const { limit, slots, memoryLeft, newTargetLimit } = totals;
    if (![limit, slots, memoryLeft, newTargetLimit].every(Number.isFinite))
      throw new TypeError(`A number is missing in the report of worker ${workerId}.`);
    const accounts = new Map(reported.map((one) => [one.accountId, one]));
    const [webhooks, webhooksOf] = [new Map<string, Entry>(), new Map<string, Entry[]>()];
    const known = { capacity: totals, webhooks, webhooksOf, accounts, at: performance.now() };
    for (const entry of inFlight) addEntry(known, entry);
    this.#workers.set(workerId, known);
    for (const shard of capacity.shards) this.#owners.set(shard, workerId);
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
    const { capacity, webhooks } = known;
    capacity.limit--;
    capacity.memoryLeft--;
    const entry = webhooks.get(webhookId) ?? {
      webhookId,
      accountId,
      leased: 0,
      inLane: 0,
      remaining: null,
      responds: false,
    };
    if (!webhooks.has(webhookId)) addEntry(known, entry);
    entry.leased++;
    entry.inLane++;
    if (entry.remaining === null) capacity.slots--;
    else entry.remaining = Math.max(0, entry.remaining - 1);
  }

  /**
   * Returns the capacity of all workers together, and of a worker in this process (`own`), for rows of these accounts or of all.
   * A webhook is sent to by one of them, so entries do not overlap.
   */
  total(own: Capacity, accountIds?: ReadonlySet<string>): Capacity {
    for (const workerId of this.#workers.keys()) {
      if (!this.#isFresh(workerId)) this.#workers.delete(workerId);
    }
    const others = [...this.#workers.values()];
    if (others.length === 0) return own;
    const [isOpen, totals] = [own.limit > 0, others.map(({ capacity }) => capacity)];
    const all = isOpen ? [own, ...totals] : totals;
    const sum = (of: (capacity: (typeof all)[number]) => number) =>
      all.reduce((total, capacity) => total + Math.max(0, of(capacity)), 0);
    const [webhooks, accounts]: [Entry[], AccountInFlight[]] = [[], []];
    for (const worker of others) {
      for (const ofAccount of valuesOf(worker.webhooksOf, accountIds)) webhooks.push(...ofAccount);
      accounts.push(...valuesOf(worker.accounts, accountIds));
    }
    return {
      limit: sum(({ limit }) => limit),
      slots: sum(({ slots }) => slots),
      memoryLeft: sum(({ memoryLeft }) => memoryLeft),
      newTargetLimit: sum(({ newTargetLimit }) => newTargetLimit),
      inFlight: isOpen ? [...own.inFlight, ...webhooks] : webhooks,
      accounts: summed(isOpen ? [...own.accounts, ...accounts] : accounts),
      cursors: {},
      shards: all.flatMap(({ shards = [] }) => shards),
    };
  }

  #isFresh(workerId: string): boolean {
    const known = this.#workers.get(workerId);
    return known !== undefined && performance.now() - known.at < freshMs;
  }
}

function addEntry({ webhooks, webhooksOf }: Known, entry: Entry): void {
  webhooks.set(entry.webhookId, entry);
  const { accountId = "" } = entry;
  const others = webhooksOf.get(accountId);
  if (others) others.push(entry);
  else webhooksOf.set(accountId, [entry]);
}

/** Returns the values of these keys, or of all. */
function valuesOf<V>(map: Map<string, V>, keys: Iterable<string> = map.keys()): V[] {
  const values: V[] = [];
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Returns one entry for each account, with the sums of all. */
function summed(accounts: AccountInFlight[]): AccountInFlight[] {
  const sums = new Map<string, AccountInFlight>();
  for (const { accountId, inLane, newTargets, waiting } of accounts) {
    const known = sums.get(accountId);
    sums.set(accountId, {
      accountId,
      inLane: inLane + (known?.inLane ?? 0),
      newTargets: newTargets + (known?.newTargets ?? 0),
      waiting: waiting + (known?.waiting ?? 0),
    });
  }
  return [...sums.values()];
}
