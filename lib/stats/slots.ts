import type { Grain } from "@/lib/tallies/grains";

export const spans = ["15m", "1h", "24h", "7d", "30d"] as const;
export type StatsSpan = (typeof spans)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Widths of a bucket in minutes: each divides an hour or a day, and those from 30 on are multiples of the coarser grain. */
const widths = [1, 2, 5, 10, 30, 60, 120, 240, 480, 1440];
const bucketsAtMost = 48;
/** A little less than the retention of minute buckets, which may be deleted during a read. */
const minutesMs = 2.9 * hourMs;

const spanMs: Record<StatsSpan, number> = {
  "15m": 15 * minuteMs,
  "1h": hourMs,
  "24h": 24 * hourMs,
  "7d": 168 * hourMs,
  "30d": 720 * hourMs,
};

type Range = { since?: StatsSpan | undefined; from?: Date | undefined; to?: Date | undefined };
export type Slots = { grain: Grain; from: Date; to: Date; widthMs: number };

/** Returns the buckets of a range, at most 48, all whole. The last one of a span up to now is still open. */
export function slotsOf({ since = "24h", from, to }: Range, now: number): Slots {
  const end = Math.min(to?.getTime() ?? now + 1, now + 1);
  const begin = Math.min(from?.getTime() ?? end - spanMs[since], end - 1);
  const grain: Grain = begin >= now - minutesMs ? 1 : 30;
  // Aligned to its width, a range touches one bucket more than it is long.
  const widest = Math.ceil((end - begin) / ((bucketsAtMost - 1) * dayMs)) * dayMs;
  const bounds = [...widths.map((minutes) => minutes * minuteMs), widest]
    .filter((widthMs) => widthMs >= grain * minuteMs)
    .map((widthMs) => boundsOf(widthMs, begin, end, from !== undefined));
  const [fitting] = bounds.filter(({ buckets }) => buckets <= bucketsAtMost);
  const { first, last, widthMs } = fitting ?? boundsOf(widest, begin, end, true);
  return { grain, from: new Date(first), to: new Date(last), widthMs };
}

/**
 * Returns the bounds of the buckets. A span has a fixed number of buckets; a range with a start and an end is covered
 * in full.
 */
function boundsOf(widthMs: number, begin: number, end: number, inFull: boolean) {
  const last = Math.ceil(end / widthMs) * widthMs;
  const first = inFull
    ? Math.floor(begin / widthMs) * widthMs
    : last - Math.ceil((end - begin) / widthMs) * widthMs;
  return { first, last, widthMs, buckets: (last - first) / widthMs };
}
