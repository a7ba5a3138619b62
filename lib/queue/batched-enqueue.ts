import { isDatabaseAway } from "@/db/away";
import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { Problem } from "@/lib/protocol/problem";
import { noCapacity } from "./capacity";
import { type Enqueued, enqueue, prepared, type Stored, type StoredEvent } from "./enqueue";
import type { NewEvent } from "./new-event";
import { wake } from "./notify";
import type { EventQueue, HandOff, IsAborted } from "./queue";
import { intakeWithin } from "./transactional-enqueue";

/** Events in one statement at most. Larger statements would delay every request in them. Not measured. */
const groupLimit = 1000;

type Waiting = {
  isAborted: IsAborted;
  newEvents: NewEvent[];
  done(stored: StoredEvent[]): void;
  fail(error: unknown): void;
};

/**
 * Returns an event queue that stores the events of concurrent requests in one statement (group commit). While a statement
 * runs, the next requests gather: a request waits for at most the statement before its own, and never for a timer. After
 * the commit, the rows leased to a worker in this process are passed to it and need no claim.
 */
export function batchedEventQueue(sql: Sql, handOff: () => HandOff | undefined): EventQueue {
  const waiting: Waiting[] = [];
  let writing = false;
  const run = prepared(sql);
  const capacity = () => handOff()?.capacity() ?? noCapacity;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = takeGroup(waiting).filter(isWanted);
      if (group.length > 0) await store(group);
    }
    writing = false;
  }

  /** Stores a group and answers each of its requests. Never rejects. A group that fails is retried request by request. */
  async function store(group: Waiting[]): Promise<void> {
    try {
      const all = group.flatMap(({ newEvents }) => newEvents);
      const stored = await enqueue(run, all, capacity());
      accept(stored);
      resolveEach(group, stored);
    } catch (error) {
      if (group.length > 1 && !isDatabaseAway(error)) {
        for (const one of group) await store([one]);
      } else {
        for (const { fail } of group) fail(error);
      }
    }
  }

  function accept(stored: Stored): void {
    const worker = handOff();
    worker?.take(stored);
    if (stored.isLeft) wake(sql);
    if (stored.isDeferred) wake(sql, "fanOut");
    if (!worker && stored.aside.length > 0) wake(sql, "apart");
    for (const account of stored.accountIds) {
      announce(sql, { kind: "events", account });
      announce(sql, { kind: "deliveries", account });
    }
  }

  return {
    enqueue: (newEvents, isAborted = () => false) =>
      new Promise((done, fail) => {
        waiting.push({ isAborted, newEvents, done, fail });
        if (!writing) void write();
      }),
    wake: () => wake(sql),
    within: (transaction) => intakeWithin(transaction, { capacity, accept }),
  };
}

/** Resolves each request with its own events. */
function resolveEach(group: Waiting[], { events }: Enqueued): void {
  let next = 0;
  for (const { newEvents, done } of group) {
    done(events.slice(next, next + newEvents.length));
    next += newEvents.length;
  }
}

/** Takes as many requests as fit into one statement, at least one. The events of a request stay together. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  let size = 0;
  const fits = ({ newEvents }: Waiting) => {
    size += newEvents.length;
    return size <= groupLimit;
  };
  const end = waiting.findIndex((one) => !fits(one));
  return waiting.splice(0, end < 0 ? waiting.length : Math.max(end, 1));
}

/** Returns false, and rejects the request, when its caller no longer waits. */
function isWanted({ isAborted, fail }: Waiting): boolean {
  if (!isAborted()) return true;
  fail(new Problem(50300));
  return false;
}
