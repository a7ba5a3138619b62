import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { log } from "@/lib/log";
import { defaultProblem } from "@/lib/protocol/default-problem";
import { noCapacity } from "./capacity";
import { type Enqueued, enqueue, prepared, type Stored, type StoredEvent } from "./enqueue";
import { EnqueueLine, ExpectedCost, type Waiting } from "./enqueue-line";
import type { NewEvent } from "./new-event";
import { wake } from "./notify";
import type { EventQueue, HandOff, IsAborted } from "./queue";
import { enqueueSmall, isSmall } from "./small-enqueue";
import { isDivisible, storeParts } from "./store-parts";
import { transactionalEventQueue } from "./transactional-enqueue";

/** Rows that a request may create and still be stored with the small ones: events and deliveries. Not measured. */
const smallCost = 100;
/** Rows that one statement creates at most. Larger statements would delay every request in them. Not measured. */
const groupCost = { small: 500, large: 2000 };
/** Time for which the cheaper statement is not tried after it stored nothing. Not measured. */
const skipSmallMs = 100;
/** Longest wait for a lock when a group that failed is stored in parts. Not measured. */
const lockMs = 100;

type Request = Waiting & {
  isAborted: IsAborted;
  done(stored: StoredEvent[]): void;
  fail(error: unknown): void;
};

/**
 * Returns an event queue that stores the events of concurrent requests in one statement (group commit). While a statement
 * runs, the next requests gather: a request waits for at most the statement before its own, and never for a timer. After
 * the commit, the rows leased to a worker in this process are passed to it and need no claim.
 *
 * Batches and events with many webhooks have a writer of their own, so that single events never wait for them.
 *
 * @param singles client for single events; with one connection, only one server process holds the plan of the statement
 */
export function batchedEventQueue(
  sql: Sql,
  handOff: () => HandOff | undefined,
  singles = sql,
): EventQueue {
  const expected = new ExpectedCost();
  const capacity = (newEvents: NewEvent[]) =>
    handOff()?.capacity(new Set(newEvents.map(({ accountId }) => accountId))) ?? noCapacity;
  /** Until this time the cheaper statement is not tried, because it stored nothing a moment ago. */
  let skipSmallUntil = 0;
  const [small, large] = [writer(groupCost.small, singles), writer(groupCost.large, sql)];

  /** Returns a function that adds a request to a line, which one statement at a time stores. */
  function writer(costLimit: number, client: Sql) {
    const line = new EnqueueLine<Request>(costLimit);
    let writing = false;

    async function write(): Promise<void> {
      writing = true;
      while (!line.isEmpty) {
        const group = line.takeGroup().filter(isPending);
        if (group.length > 0) await store(client, group);
      }
      writing = false;
    }

    return (request: Request): void => {
      line.add(request);
      if (!writing) void write();
    };
  }

  /** Stores a group and answers each of its requests. Never rejects. */
  async function store(client: Sql, group: Request[]): Promise<void> {
    try {
      resolveGroup(group, await storeEvents(client, group));
    } catch (error) {
      if (group.length === 1 || !isDivisible(error)) return refuse(group, error);
      // The requests of an account stay together, because they wait for the same locks.
      const sorted = group.sort((a, b) => (accountOf(a) < accountOf(b) ? -1 : 1));
      await storeParts(sorted, { store: storeWithin, refuse });
    }
  }

  /** Stores a group by the cheaper statement where that is enough. */
  async function storeEvents(client: Sql, group: Request[]): Promise<Enqueued> {
    const newEvents = eventsOf(group);
    if (performance.now() >= skipSmallUntil && isSmall(newEvents, costOf(group))) {
      const stored = await enqueueSmall(client, newEvents, capacity(newEvents));
      if (stored) return stored;
      skipSmallUntil = performance.now() + skipSmallMs;
    }
    return enqueue(prepared(client), newEvents, capacity(newEvents));
  }

  async function storeWithin(part: Request[], limitMs: number): Promise<void> {
    const stored = await sql.begin(async (transaction) => {
      await transaction.unsafe(
        `set local statement_timeout = ${limitMs}; set local lock_timeout = ${lockMs}`,
      );
      const newEvents = eventsOf(part);
      return enqueue(prepared(transaction), newEvents, capacity(newEvents));
    });
    resolveGroup(part, stored);
  }

  function resolveGroup(group: Request[], stored: Enqueued): void {
    expected.learn(eventsOf(group), stored.events);
    accept(stored);
    resolveEach(group, stored);
  }

  /**
   * Gives the deliveries of a committed statement to the worker, and announces them. Logs errors instead of throwing them: after
   * an error the caller would store the same events again.
   */
  function accept(stored: Stored): void {
    const worker = handOff();
    try {
      worker?.take(stored);
    } catch (error) {
      log.error({ err: error }, "hand-off failed; deliveries wait until their leases end");
    }
    if (stored.isLeft) wake(sql);
    if (stored.isDeferred) wake(sql, "fanOut");
    if (!worker && stored.lane1Webhooks.length > 0) wake(sql, "lane1");
    for (const account of stored.accountIds) {
      announce(sql, { kind: "events", account });
      announce(sql, { kind: "deliveries", account });
    }
  }

  return {
    enqueue: (newEvents, isAborted = () => false) =>
      new Promise((done, fail) => {
        const costs = expected.of(newEvents);
        const add = costs.cost <= smallCost && costs.audienceCost === 0 ? small : large;
        add({ isAborted, newEvents, ...costs, done, fail });
      }),
    wake: () => wake(sql),
    withTransaction: (transaction) => transactionalEventQueue(transaction, { capacity, accept }),
  };
}

function refuse(group: Request[], error: unknown): void {
  for (const { fail } of group) fail(error);
}

function eventsOf(group: Request[]): NewEvent[] {
  return group.flatMap(({ newEvents }) => newEvents);
}

function costOf(group: Request[]): number {
  return group.reduce((sum, { cost, audienceCost }) => sum + cost + audienceCost, 0);
}

function accountOf({ newEvents }: Request): string {
  return newEvents[0]?.accountId ?? "";
}

/** Resolves each request with its own events. */
function resolveEach(group: Request[], { events }: Enqueued): void {
  let next = 0;
  for (const { newEvents, done } of group) {
    done(events.slice(next, next + newEvents.length));
    next += newEvents.length;
  }
}

/** Returns false, and rejects the request, when its caller no longer waits. */
function isPending({ isAborted, fail }: Request): boolean {
  if (!isAborted()) return true;
  fail(defaultProblem(50300));
  return false;
}
