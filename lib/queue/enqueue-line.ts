import { Lru } from "@/lib/lru";
import type { StoredEvent } from "./enqueue";
import type { NewEvent } from "./new-event";

/** A request that waits to be stored. */
export type Waiting = {
  newEvents: NewEvent[];
  /** Rows that its events are expected to create. */
  cost: number;
};

/**
 * Requests that wait for one writer. Accounts take turns, a request each, so that an account with many requests delays
 * others by one of its requests at most.
 */
export class EnqueueLine<W extends Waiting> {
  readonly #byAccount = new Map<string, W[]>();
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
    let cost = 0;
    for (const [account, line] of this.#byAccount) {
      const [next] = line;
      if (!next || (group.length > 0 && cost + next.cost > this.#costLimit)) break;
      cost += next.cost;
      group.push(next);
      line.shift();
      // Behind the other accounts: the loop comes to it again after them.
      this.#byAccount.delete(account);
      if (line.length > 0) this.#byAccount.set(account, line);
    }
    return group;
  }
}

/** Expects an event of an account to create as many deliveries as the one before. */
export class ExpectedCost {
  readonly #deliveries = new Lru<string, number>(10_000);

  of(newEvents: NewEvent[]): number {
    return newEvents.reduce(
      (n, { accountId }) => n + 1 + (this.#deliveries.get(accountId) ?? 0),
      0,
    );
  }

  learn(newEvents: NewEvent[], stored: StoredEvent[]): void {
    newEvents.forEach(({ accountId, testOf, onlyTo }, n) => {
      const { deliveryIds, deferred = 0 } = stored[n] ?? {};
      if (testOf || onlyTo) return;
      this.#deliveries.set(accountId, (deliveryIds?.length ?? 0) + deferred);
    });
  }
}
