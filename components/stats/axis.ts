import { formatSince } from "@/lib/format";
import { isRepeated, localTimeIn, offsetName } from "@/lib/zone";

/** Returns the smallest round number that is not below `most` and has a whole half, for an axis with three labels. */
export function axisTop(most: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(most, 1))) - 1);
  const steps = [10, 12, 16, 20, 30, 40, 50, 60, 80, 100].map((step) => (step * power) / 10);
  return steps.find((top) => top >= most && top % 2 === 0) ?? 2 * most;
}

const hour = 60;
const day = 24 * hour;
/** Minutes between two labels. */
const gaps = [1, 2, 5, 10, 15, 30, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day];
const labelsAtMost = 7;

export type Tick = { bucket: number; label: string };

/**
 * Returns labels at round local times: the first bucket of each interval that starts in the range. A bucket that starts
 * a day is labelled with its date, and a time that clocks show twice has its offset.
 */
export function ticksOf(starts: readonly string[], zone: string): Tick[] {
  const minutes = starts.map((at) => localMinutes(at, zone));
  const [first = 0, last = 0] = [minutes[0], minutes.at(-1)];
  const widest = Math.ceil((last - first) / day / labelsAtMost) * day;
  const gap = gaps.find((each) => (last - first) / each < labelsAtMost) ?? widest;
  return minutes.flatMap((minute, bucket) => {
    const before = minutes[bucket - 1] ?? minute - 1;
    // Where clocks go back, the hour that they repeat has labels again.
    const isAgain = minute < before && minute % gap === 0;
    const isFirst = isAgain || Math.floor(before / gap) < Math.floor(minute / gap);
    if (!isFirst) return [];
    const isDay = gap >= day || Math.floor(before / day) < Math.floor(minute / day);
    return { bucket, label: labelOf(starts[bucket] ?? "", zone, isDay) };
  });
}

/** "21 Nov, 14:00 – 15:00": the times of a range. The date is left out where it is that of `now`, or that of the start. */
export function rangeName(from: string, to: string, now: number, zone: string): string {
  const isOneDay = labelOf(from, zone, true) === labelOf(to, zone, true);
  const end = isOneDay ? labelOf(to, zone, false) : formatSince(to, 0, zone) + offsetOf(to, zone);
  return `${formatSince(from, now, zone)}${offsetOf(from, zone)} – ${end}`;
}

/** Minutes since 1970 by the clocks of the zone. */
function localMinutes(at: string, zone: string): number {
  const { year, month, day: date, hour: hours, minute } = localTimeIn(zone, Date.parse(at));
  return Date.UTC(year, month - 1, date, hours, minute) / 60_000;
}

function labelOf(at: string, zone: string, isDay: boolean): string {
  // Without a present, every time has its date: "21 Nov, 14:00".
  const [date = "", clock = ""] = formatSince(at, 0, zone).split(", ");
  return isDay ? date : clock + offsetOf(at, zone);
}

/** Returns the offset of a time that clocks show twice, after a space. */
function offsetOf(at: string, zone: string): string {
  const ms = Date.parse(at);
  return isRepeated(zone, ms) ? ` ${offsetName(zone, ms)}` : "";
}
