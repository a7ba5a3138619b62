import { clockText, readClock } from "@/lib/zone";

const months =
  "january february march april may june july august september october november december".split(
    " ",
  );
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const unitsMs: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const dayMs = 86_400_000;

/**
 * Reads a time as a person types it, in a zone: "14:30", "yesterday 9:00", "Mon 8am", "20 Nov", "2026-11-20 08:00",
 * an ISO 8601 time, or a span before now such as "2h" or "3 days ago". "UTC+2" at the end stands for the zone. A clock or a
 * day without a year is its last occurrence before now. Returns undefined for any other text.
 */
export function readTime(text: string, zone: string, now: number): Date | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s,]+/g, " ");
  if (words === "now") return new Date(now);
  return (
    spanBefore(words, now) ??
    isoTime(words) ??
    timeAtOffset(words, now) ??
    localTime(words, zone, now)
  );
}

function spanBefore(words: string, now: number): Date | undefined {
  const found =
    /^(?:last |-)?(\d{1,5}) ?(s|m|h|d|w)(?:ec|in|r|ay|eek)?(?:ond|ute|our)?s?(?: ago)?$/.exec(
      words.replace("hour", "hr"),
    );
  const ms = Number(found?.[1]) * (unitsMs[found?.[2] ?? ""] ?? Number.NaN);
  return Number.isNaN(ms) ? undefined : new Date(now - ms);
}

/** Reads a time that names its own offset. */
function isoTime(words: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dt[\d:.]+(z|[+-]\d\d:?\d\d)$/.test(words)) return undefined;
  const ms = Date.parse(words.toUpperCase());
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

/** Reads a time that ends with an offset, as the dashboard shows it: "20 nov 14:30 utc+5:45". */
function timeAtOffset(words: string, now: number): Date | undefined {
  const found = /^(.*\S) utc(?:([+−-])(\d{1,2})(?::(\d\d))?)?$/.exec(words);
  if (!found) return undefined;
  const [, local = "", sign, hours = 0, minutes = 0] = found;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * (sign === "+" ? 60_000 : -60_000);
  const time = localTime(local, "UTC", now + offsetMs);
  return time && new Date(time.getTime() - offsetMs);
}

function localTime(words: string, zone: string, now: number): Date | undefined {
  const { day: dayWords, clock } = parted(words);
  if (dayWords === "" && clock === undefined) return undefined;
  const today = Date.parse(clockText(zone, now).slice(0, 10));
  const day = dayWords === "" ? today : dayOf(dayWords, today);
  if (day === undefined) return undefined;
  const time = at(day, clock, zone);
  // A clock that is still to come today was meant for yesterday, or for the same weekday a week ago.
  const backDays = dayWords === "" ? 1 : weekdayOf(dayWords) < 0 ? 0 : 7;
  const isLater = time !== undefined && time.getTime() > now;
  return isLater ? at(day - backDays * dayMs, clock, zone) : time;
}

/** Splits "20 nov 08:00" into its day and its clock. */
function parted(words: string): { day: string; clock?: string } {
  const found = /^(.*?)(?:^| |(?<=\d)t)(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)? ?(am|pm)?$/.exec(
    words,
  );
  const [, day = "", hour = "", minute, second = "00", half] = found ?? [];
  if (!found || (minute === undefined && half === undefined)) return { day: words };
  const isHalf = half !== undefined && Number(hour) <= 12;
  const hours = isHalf ? (Number(hour) % 12) + (half === "pm" ? 12 : 0) : Number(hour);
  return {
    day: day.trim(),
    clock: `${String(hours).padStart(2, "0")}:${minute ?? "00"}:${second}`,
  };
}

function at(day: number, clock = "00:00:00", zone: string): Date | undefined {
  return readClock(zone, `${new Date(day).toISOString().slice(0, 10)}T${clock}`);
}

/** Returns a day as midnight UTC. */
function dayOf(words: string, today: number): number | undefined {
  if (words === "today") return today;
  if (words === "yesterday") return today - dayMs;
  const weekday = weekdayOf(words);
  if (weekday >= 0) return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * dayMs;
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words);
  if (iso) return dayIn(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  return namedDay(words, today);
}

/** Returns the number of a weekday, from 0 for Sunday, or -1. */
function weekdayOf(words: string): number {
  return indexOfName(weekdays, words);
}

/** Returns the index of the name that begins with these three letters or more, or -1. */
function indexOfName(names: readonly string[], start: string): number {
  return start.length < 3 ? -1 : names.findIndex((name) => name.startsWith(start));
}

/** Reads "20 nov", "nov 20" and "20 november 2026". */
function namedDay(words: string, today: number): number | undefined {
  const turned = words.replace(/^([a-z]+) (\d{1,2})\b/, "$2 $1");
  const found = /^(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?$/.exec(turned);
  const month = indexOfName(months, found?.[2] ?? "");
  if (!found || month < 0) return undefined;
  const year = Number(found[3] ?? new Date(today).getUTCFullYear());
  const day = dayIn(year, month, Number(found[1]));
  const isLater = day !== undefined && !found[3] && day > today;
  return isLater ? dayIn(year - 1, month, Number(found[1])) : day;
}

/** Returns undefined for a day that the month does not have. */
function dayIn(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month, day);
  return new Date(ms).getUTCDate() === day && new Date(ms).getUTCMonth() === month ? ms : undefined;
}
