/** A day in UTC, as the names of partitions have it: `20261121`. They compare as they follow. */
export type Day = string;

const dayMs = 86_400_000;
/** Partitions there are beyond today's: how many days no worker need run before the default takes over. */
const ahead = 7;

export function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10).replaceAll("-", "");
}

/** Where what is kept begins: a day's start, so that the last of a day was kept for all of `keepDays`. */
export function oldestKept(now: Date, keepDays: number): Date {
  return new Date((Math.floor(now.getTime() / dayMs) - keepDays) * dayMs);
}

/** The partitions to make and to drop, of days in order. The first reaches back without end: none is made before it. */
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
