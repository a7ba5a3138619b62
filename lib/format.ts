import { maskUrl } from "@/lib/protocol/mask-url";
import { isRepeated, type LocalTime, localTimeIn, offsetName } from "./zone";

const dayMs = 86_400_000;
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "21 Nov, 14:02:11", in UTC by default. With the offset when clocks show the time twice. */
export function formatMoment(iso: string, zone = "UTC"): string {
  const ms = Date.parse(iso);
  const { month, day } = localTimeIn(zone, ms);
  const offset = isRepeated(zone, ms) ? ` ${offsetName(zone, ms)}` : "";
  return `${day} ${months[month - 1]}, ${formatClock(iso, zone)}${offset}`;
}

/** "21 Nov 2026" */
export function formatDay(iso: string, zone = "UTC"): string {
  const { year, month, day } = localTimeIn(zone, Date.parse(iso));
  return `${day} ${months[month - 1]} ${year}`;
}

/** "02:31" for today, else "20 Nov, 02:31" */
export function formatSince(iso: string, now: number, zone = "UTC"): string {
  const { month, day, ...wall } = localTimeIn(zone, Date.parse(iso));
  const today = formatDay(iso, zone) === formatDay(new Date(now).toISOString(), zone);
  return today ? clock(wall) : `${day} ${months[month - 1]}, ${clock(wall)}`;
}

/** "02:31" for the last 24 hours, else "20 Nov" */
export function formatStart(iso: string, now: number, zone = "UTC"): string {
  const { month, day, ...wall } = localTimeIn(zone, Date.parse(iso));
  return now - Date.parse(iso) < dayMs ? clock(wall) : `${day} ${months[month - 1]}`;
}

/** "21 Nov 2026, 14:02:11.402 UTC" */
export function formatExact(iso: string, zone = "UTC"): string {
  const ms = Date.parse(iso);
  const wall = localTimeIn(zone, ms);
  const fraction = new Date(ms).toISOString().slice(19, 23);
  const time = `${clock(wall)}:${twoDigits(wall.second)}${fraction}`;
  return `${formatDay(iso, zone)}, ${time} ${offsetName(zone, ms)}`;
}

/** "14:02:11" */
export function formatClock(iso: string, zone = "UTC"): string {
  const wall = localTimeIn(zone, Date.parse(iso));
  return `${clock(wall)}:${twoDigits(wall.second)}`;
}

function clock({ hour, minute }: Pick<LocalTime, "hour" | "minute">): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * "8 s ago", "in 4 min": at most the two largest units, in whole seconds that are over. Pages read the time once a second, so
 * what just happened may be up to a second ahead of `now`.
 */
export function formatRelative(iso: string, now: number): string {
  const seconds = Math.trunc((Date.parse(iso) - now) / 1000);
  if (Math.abs(seconds) < 1) return "now";
  const span = formatSpan(Math.abs(seconds));
  return seconds < 0 ? `${span} ago` : `in ${span}`;
}

/** "8 s", "4 min", "2 h 5 min": in whole units. */
export function formatSpan(seconds: number): string {
  if (seconds < 60) return formatQuantity(seconds, "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return formatQuantity(minutes, "min");
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours < 6 && rest > 0) return `${formatQuantity(hours, "h")} ${formatQuantity(rest, "min")}`;
  if (hours < 48) return formatQuantity(hours, "h");
  return formatQuantity(Math.floor(hours / 24), "days");
}

/** "15 s": a number with its unit, which a line break does not part. */
export function formatQuantity(value: number | string, unit: string): string {
  return `${value}\u00a0${unit}`;
}

/** "88 ms", "1.2 s" */
export function formatDuration(ms: number): string {
  return ms < 1000
    ? formatQuantity(Math.round(ms), "ms")
    : formatQuantity((ms / 1000).toFixed(1), "s");
}

/** "612 B", "16 kB", "1.2 MB" */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(powerOf(bytes, 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const shown = value < 9.95 && power > 1 ? value.toFixed(1) : Math.round(value);
  return formatQuantity(shown, units[power] ?? "");
}

/** Returns the power of 1000 below a number that is shown with so many digits: 999.7 with three of them is 1000. */
function powerOf(value: number, digits: number): number {
  return Math.floor(Math.log10(Math.max(Number(value.toPrecision(digits)), 1)) / 3);
}

/** "3:58", "1:02:09": time left, to the second. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const padded = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

/** "5 s", "2 min", "20 h": an approximate interval. */
export function formatGap(ms: number): string {
  return formatSpan(Math.max(0, Math.round(ms / 1000))).replace(/ .*/, "");
}

/** "60,757". Does not use `Intl.NumberFormat`: creating the first formatter takes tens of milliseconds of each page. */
export function formatCount(value: number): string {
  return String(Math.round(value * 1000) / 1000).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** "200", "1.5K", "10M": labels of an axis. */
export function formatCompact(value: number): string {
  const power = Math.min(powerOf(value, 4), 4);
  return `${Math.round(value / 10 ** (3 * power - 1)) / 10}${["", "K", "M", "B", "T"][power]}`;
}

/** "1 attempt", "2 attempts", "2 deliveries" */
export function formatPlural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Blanks other than the space, which no URL has; control and formatting characters, and others that have no width. */
const unseen = /(?! )[\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/gu;

/**
 * Returns a URL in which invisible characters, and those that turn the direction of text, are escaped, so that it does not look
 * like another one. It still means the same.
 */
export function escapeUnseen(url: string): string {
  return url.replace(unseen, (character) => encodeURIComponent(character));
}

/** Returns a URL for a list: masked, and without the common scheme. */
export function formatUrl(callbackUrl: string): string {
  return escapeUnseen(maskUrl(callbackUrl))
    .replace(/^https:\/\//i, "")
    .replace(/^([^/?]+)\/$/, "$1");
}

/** Letters of scripts that are written from right to left, and characters that begin such text. */
const fromRight =
  /[\u202b\u202e\u2067\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a name for use beside other words. One with letters that are written from right to left is isolated (UAX #9): it would
 * take digits and signs of the words around it into its own order, and theirs would reverse its parts.
 */
export function isolateName(name: string): string {
  return fromRight.test(name) ? `\u2068${name}\u2069` : name;
}

/** Returns what `isolateName` was given, to compare it with a text that was typed. */
export function withoutIsolation(name: string): string {
  return name.replace(/^\u2068|\u2069$/g, "");
}

/** Separates parts of one line. A wrapped line can end with it and does not begin with it. */
export const dot = "\u00a0· ";

/** Returns host and path without the query, for a narrow column. */
export function formatTarget(callbackUrl: string): string {
  return formatUrl(callbackUrl.replace(/^http:\/\//i, "").replace(/\?.*$/s, ""));
}

/** Returns the host as written, with invisible characters escaped. */
export function formatHost(callbackUrl: string): string {
  const url = escapeUnseen(callbackUrl);
  return /^[a-z]+:\/\/([^/?]+)/i.exec(url)?.[1] ?? url;
}
