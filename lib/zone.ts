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

/** Returns the canonical name of a zone, such as "Europe/Berlin", or undefined for an unknown one. */
export function zoneNamed(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export function localTimeIn(zone: string, ms: number): LocalTime {
  const parts = clockOf(zone).formatToParts(ms);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
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

/** Returns the first moment at which clocks show a text, or undefined when it is not a time. */
export function readClock(zone: string, text: string): Date | undefined {
  const shown = Date.parse(`${text}Z`);
  if (text === "" || Number.isNaN(shown)) return undefined;
  const times = [-24 * hourMs, 24 * hourMs].map(
    (away) => shown - offsetIn(zone, shown + away) * 60_000,
  );
  const exact = times.filter((ms) => ms + offsetIn(zone, ms) * 60_000 === shown);
  return new Date(Math.min(...(exact.length > 0 ? exact : times)));
}

function offsetIn(zone: string, ms: number): number {
  const { year, month, day, hour, minute, second } = localTimeIn(zone, ms);
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((shown - Math.floor(ms / 1000) * 1000) / 60_000);
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
