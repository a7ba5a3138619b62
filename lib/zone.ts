/** A local time, as clocks in a zone show it. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const clocks = new Map<string, Intl.DateTimeFormat>();
const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
/** Offsets in minutes by zone and quarter hour: a list of times asks for few, and `formatToParts` is slow. */
const offsets = new Map<string, Map<number, number>>();
const offsetsAtMost = 10_000;

/** Returns the canonical name of a zone, such as "Europe/Berlin", or undefined for an unknown one. */
export function zoneNamed(text: string): string | undefined {
  if (text === "UTC") return text;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export function localTimeIn(zone: string, ms: number): LocalTime {
  const shown = new Date(ms + offsetIn(zone, ms) * 60_000);
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  };
}

/** Returns "UTC", "UTC+2" or "UTC−9:30". A number, because abbreviations differ between browsers. */
export function offsetName(zone: string, ms: number): string {
  const minutes = offsetIn(zone, ms);
  if (minutes === 0) return "UTC";
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

/** Returns whether clocks show this local time twice, as when summer time ends. */
export function isRepeated(zone: string, ms: number): boolean {
  const back = offsetIn(zone, ms - 3 * hourMs) - offsetIn(zone, ms + 3 * hourMs);
  if (back <= 0) return false;
  const backMs = back * 60_000;
  const here = offsetIn(zone, ms);
  return offsetIn(zone, ms + backMs) === here - back || offsetIn(zone, ms - backMs) === here + back;
}

/** Returns "2026-11-21T14:02:11", the value of a datetime-local field. */
export function clockText(zone: string, ms: number): string {
  return new Date(ms + offsetIn(zone, ms) * 60_000).toISOString().slice(0, 19);
}

/**
 * Returns the first moment at which clocks show a text, or undefined when it is not a time. A time that clocks skip is read
 * by the offset before the change (RFC 5545, 3.3.5), which makes it as much later as they skip.
 */
export function readClock(zone: string, text: string): Date | undefined {
  const shown = Date.parse(`${text}Z`);
  if (text === "" || Number.isNaN(shown)) return undefined;
  const times = [-24 * hourMs, 24 * hourMs].map(
    (away) => shown - offsetIn(zone, shown + away) * 60_000,
  );
  const exact = times.filter((ms) => ms + offsetIn(zone, ms) * 60_000 === shown);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...times));
}

/** Returns the offset in minutes. Since 1972 clocks change at quarter hours of UTC only. */
function offsetIn(zone: string, ms: number): number {
  if (zone === "UTC") return 0;
  const quarter = Math.floor(ms / quarterMs);
  const known = offsets.get(zone) ?? new Map<number, number>();
  const kept = known.get(quarter);
  if (kept !== undefined) return kept;
  if (known.size >= offsetsAtMost) known.clear();
  const offset = readOffset(zone, quarter * quarterMs);
  offsets.set(zone, known.set(quarter, offset));
  return offset;
}

function readOffset(zone: string, ms: number): number {
  const parts = clockOf(zone).formatToParts(ms);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return Math.round((shown - ms) / 60_000);
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(zone, clock);
  return clock;
}
