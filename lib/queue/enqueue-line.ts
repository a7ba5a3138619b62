import { Lru } from "@/lib/lru";
import type { StoredEvent } from "./enqueue";
import type { NewEvent } from "./new-event";

/** A request that waits to be stored. */
export type Waiting = {
  newEvents: NewEvent[];
  /** Rows that its events are expected to create. */
  cost: number;
  /** Cost of reading a large audience, in rows. Requests of an account that are stored together share it. */
  audienceCost: number;
};

/** Reading a subscribed webhook takes a twentieth of the time of creating a delivery: 1.4 of 30 µs. */
const readCost = 1 / 20;

/**
 * Requests that wait for one writer. Accounts take turns, a request each, so that an account with many requests delays
 * others by one of its requests at most.
 */
export class EnqueueLine<W extends Waiting> {
  #byAccount = new Map<string, W[]>();
  /** Rows of one statement at most. Larger statements would delay every request in them. */
  readonly #costLimit: number;

  constructor(costLimit: number) {
    this.#costLimit = costLimit;
  }

  get isEmpty(): boolean {
    return this.#byAccount.size === 0;
  }

  add(waiting: W): void {
    const account = waiting.newEvents[0]?.accountId ?? "";
    const line = this.#byAccount.get(account);
    if (line) line.push(waiting);
    else this.#byAccount.set(account, [waiting]);
  }

  /** Takes as many requests as fit into one statement, at least one. The events of a request stay together. */
  takeGroup(): W[] {
    const group: W[] = [];
    const accounts = new Set<string>();
    let cost = 0;
    for (const [account, line] of this.#byAccount) {
      const [next] = line;
      if (!next) break;
      const nextCost = next.cost + (accounts.has(account) ? 0 : next.audienceCost);
      if (group.length > 0 && cost + nextCost > this.#costLimit) break;
      cost += nextCost;
      group.push(next);
      accounts.add(account);
      line.shift();
      // Behind the other accounts: the loop comes to it again after them.
      this.#byAccount.delete(account);
      if (line.length > 0) this.#byAccount.set(account, line);
    }
    // A new map: one that lives long causes full collections, see `Lru`.
    if (this.isEmpty) this.#byAccount = new Map();
    return group;
  }
}

type Expected = { created: number; deferred: number };

/** Expects an event of an account to create as many deliveries as the one before, at once and in the background. */
export class ExpectedCost {
  readonly #byAccount = new Lru<string, Expected>(10_000);

  of(newEvents: NewEvent[]): Pick<Waiting, "cost" | "audienceCost"> {
    const expected = newEvents.map(({ accountId }) => this.#byAccount.get(accountId));
    return {
      cost: expected.reduce((n, one) => n + 1 + (one?.created ?? 0), 0),
      audienceCost: Math.max(0, ...expected.map((one) => (one?.deferred ?? 0) * readCost)),
    };
  }

  learn(newEvents: NewEvent[], stored: StoredEvent[]): void {
    newEvents.forEach(({ accountId, testOf, onlyTo }, n) => {
      const { deliveryIds, deferred = 0 } = stored[n] ?? {};
      if (testOf || onlyTo) return;
      this.#byAccount.set(accountId, { created: deliveryIds?.length ?? 0, deferred });
    });
  }
}
