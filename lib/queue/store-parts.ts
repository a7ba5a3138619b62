import { isDatabaseAway, isStopped } from "@/db/away";
import { defaultProblem } from "@/lib/protocol/default-problem";

/** Time for all parts together; a smaller part has less of it, but at least `leastMs`. Not measured. */
const retryMs = 2000;
const leastMs = 50;
/** Stopped parts after which the rest is refused, unless one was stored: two halves and four quarters. */
const vainTries = 6;

type Steps<T> = {
  /** Stores a part within `limitMs`, or rejects. */
  store(part: T[], limitMs: number): Promise<void>;
  refuse(part: T[], error: unknown): void;
};

/**
 * Stores what can be stored of a group that Postgres rejected or stopped at its time limit: halves it until the members
 * that fail are alone. The time of a part is proportional to its size, so that one member that cannot be stored leaves
 * enough for the others. Refuses what is left when the time is over, or when no part could be stored, as while a table is
 * locked.
 */
export async function storeParts<T>(group: T[], { store, refuse }: Steps<T>): Promise<void> {
  const endsAt = performance.now() + retryMs;
  const parts = halvesOf(group);
  let vain = 0;
  for (let part = parts.shift(); part; part = parts.shift()) {
    if (vain >= vainTries || performance.now() > endsAt) {
      refuse(part, defaultProblem(50300));
      continue;
    }
    try {
      await store(part, Math.max(leastMs, Math.round((retryMs * part.length) / group.length)));
      vain = Number.NEGATIVE_INFINITY;
    } catch (error) {
      vain += Number(isStopped(error));
      if (part.length > 1 && isDivisible(error)) parts.push(...halvesOf(part));
      else refuse(part, isStopped(error) ? defaultProblem(50300) : error);
    }
  }
}

/** True when a smaller statement may succeed: the database answered, and rejected or stopped this one. */
export function isDivisible(error: unknown): boolean {
  return isStopped(error) || !isDatabaseAway(error);
}

function halvesOf<T>(group: T[]): [T[], T[]] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}
