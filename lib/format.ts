import { maskUrl } from "@/lib/protocol/mask-url";

/** How times, durations, counts and addresses read. UTC throughout: operators compare with logs. */
const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});
const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const minute = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const count = new Intl.NumberFormat("en");

/** "21 Nov, 14:02:11" */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}

/** "21 Nov 2026" */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** "02:31" when that was today, "20 Nov, 02:31" when it was not */
export function formatSince(iso: string, now: number): string {
  const today = formatDay(iso) === formatDay(new Date(now).toISOString());
  return today ? new Date(iso).toISOString().slice(11, 16) : minute.format(new Date(iso));
}

/** "21 Nov 2026, 14:02:11.402 UTC" */
export function formatExact(iso: string): string {
  return `${formatDay(iso)}, ${new Date(iso).toISOString().slice(11, 23)} UTC`;
}

/** "8 s ago", "in 4 min": the two largest units that matter, never more. */
export function formatRelative(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Math.abs(seconds) < 1) return "now";
  const span = formatSpan(Math.abs(seconds));
  return seconds < 0 ? `${span} ago` : `in ${span}`;
}

function formatSpan(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 6 && minutes % 60 > 0) return `${hours} h ${minutes % 60} min`;
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/** "88 ms", "1.2 s" */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function formatCount(value: number): string {
  return count.format(value);
}

/** "1 attempt", "2 attempts", "2 deliveries" */
export function formatPlural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** An address for a list: masked, and without what all of them begin with. */
export function formatUrl(callbackUrl: string): string {
  return maskUrl(callbackUrl)
    .replace(/^https:\/\//i, "")
    .replace(/^([^/?]+)\/$/, "$1");
}

/** Where it goes, for a narrow column: host and path, without the query. */
export function formatTarget(callbackUrl: string): string {
  return formatUrl(callbackUrl.replace(/^http:\/\//i, "").replace(/\?.*$/s, ""));
}

/** The host alone, as it was written. */
export function formatHost(callbackUrl: string): string {
  return /^[a-z]+:\/\/([^/?]+)/i.exec(callbackUrl)?.[1] ?? callbackUrl;
}
