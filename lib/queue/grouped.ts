import { isDatabaseAway } from "@/db/away";
import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { Problem } from "@/lib/protocol/problem";
import { type Enqueued, enqueue, prepared, type Stored, type Told } from "./enqueue";
import type { Happening } from "./happening";
import type { GivenUp, HandOff, Intake } from "./queue";
import { noRoom } from "./room";
import { wake } from "./wake";
import { intakeWithin } from "./within";

/** Events in one statement at most: a statement too large delays everybody in it. */
const groupLimit = 1000;

type Waiting = {
  isGivenUp: GivenUp;
  happenings: Happening[];
  done(told: Told[]): void;
  fail(error: unknown): void;
};

/**
 * Stores what many requests bring at once in one statement. While one is under way the next gather, so that a
 * request waits for the write before it and never for a timer. What a worker in this process has room for is
 * handed to it after the commit; it need not be claimed.
 */
export function groupedIntake(sql: Sql, handOff: () => HandOff | undefined): Intake {
  const waiting: Waiting[] = [];
  let writing = false;
  const run = prepared(sql);
  const room = () => handOff()?.room() ?? noRoom;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const wanted = take(waiting).filter(isWanted);
      if (wanted.length > 0) await store(wanted);
    }
    writing = false;
  }

  /** Never rejects: each request hears of its own. What fails together is tried alone, so that it fails alone. */
  async function store(group: Waiting[]): Promise<void> {
    try {
      const all = group.flatMap(({ happenings }) => happenings);
      const stored = await enqueue(run, all, room());
      accept(stored);
      tell(group, stored);
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
    if (!worker && stored.aside.length > 0) wake(sql, "apart");
    for (const account of stored.accountIds) {
      announce(sql, { kind: "events", account });
      announce(sql, { kind: "deliveries", account });
    }
  }

  return {
    enqueue: (happenings, isGivenUp = () => false) =>
      new Promise((done, fail) => {
        waiting.push({ isGivenUp, happenings, done, fail });
        if (!writing) void write();
      }),
    wake: () => wake(sql),
    within: (transaction) => intakeWithin(transaction, { room, accept }),
  };
}

function tell(group: Waiting[], { told }: Enqueued): void {
  let next = 0;
  for (const { happenings, done } of group) {
    done(told.slice(next, next + happenings.length));
    next += happenings.length;
  }
}

/** As many as fit, and at least one: a request's events are never parted. */
function take(waiting: Waiting[]): Waiting[] {
  let size = 0;
  const fits = ({ happenings }: Waiting) => {
    size += happenings.length;
    return size <= groupLimit;
  };
  const end = waiting.findIndex((one) => !fits(one));
  return waiting.splice(0, end < 0 ? waiting.length : Math.max(end, 1));
}

function isWanted({ isGivenUp, fail }: Waiting): boolean {
  if (!isGivenUp()) return true;
  fail(new Problem(50300));
  return false;
}
