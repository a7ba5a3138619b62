import { isDatabaseAway } from "@/db/away";
import type { Database } from "@/db/client";
import { enqueue, type Happening, type Told } from "./enqueue";
import type { Queue } from "./queue";
import { wake } from "./wake";

/** Events in one statement at most: a statement too large delays everybody in it. */
const groupLimit = 1000;

type Waiting = {
  happenings: Happening[];
  done(told: Told[]): void;
  fail(error: unknown): void;
};

/**
 * Stores what many requests bring at once in one statement. While one is under way the next gather, so
 * that a request waits for the write before it and never for a timer.
 */
export function groupedQueue(db: Database): Queue {
  const waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      await store(db, take(waiting));
      wake(db);
    }
    writing = false;
  }

  return {
    enqueue: (happenings) =>
      new Promise((done, fail) => {
        waiting.push({ happenings, done, fail });
        if (!writing) void write();
      }),
    wake: () => wake(db),
  };
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

/** Never rejects: each request hears of its own. What fails together is tried alone, so that it fails alone. */
async function store(db: Database, group: Waiting[]): Promise<void> {
  try {
    const told = await enqueue(
      db,
      group.flatMap(({ happenings }) => happenings),
    );
    for (const { happenings, done } of group) done(told.splice(0, happenings.length));
  } catch (error) {
    if (group.length > 1 && !isDatabaseAway(error)) {
      for (const one of group) await store(db, [one]);
    } else {
      for (const { fail } of group) fail(error);
    }
  }
}
