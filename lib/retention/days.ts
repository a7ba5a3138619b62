/** A day in UTC as in the names of partitions, such as `20261121`. Days sort as text. */
export type Day = string;

const dayMs = 86_400_000;
/** Days to create ahead: for so long no worker needs to run before rows fall into the default partition. */
const ahead = 7;

export function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10).replaceAll("-", "");
}

/** Returns the start of the oldest day to keep, so that the last row of a day is kept for `keepDays` in full. */
export function oldestKept(now: Date, keepDays: number): Date {
  return new Date((Math.floor(now.getTime() / dayMs) - keepDays) * dayMs);
}

/** Returns the days to create and to drop. `existing` is sorted; its first partition has no lower bound, so none is created before it. */
export function plan(now: Date, existing: Day[], keepDays: number) {
  const first = existing[0] ?? "";
  const oldest = dayOf(oldestKept(now, keepDays));
  const wanted = Array.from({ length: ahead + 1 }, (_, n) =>
    dayOf(new Date(now.getTime() + n * dayMs)),
  );
  return {
    make: wanted.filter((day) => day > first && !existing.includes(day)),
    drop: existing.filter((day) => day < oldest),
  };
}
