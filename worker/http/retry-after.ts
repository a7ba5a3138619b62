const longestMs = 24 * 60 * 60 * 1000;

/** Returns the wait that a `Retry-After` header requests, in ms, at most a day. Accepts seconds or an HTTP date. Null without one. */
export function retryAfterMs(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now.getTime();
  return ms > 0 ? Math.min(ms, longestMs) : null;
}

/** The formats of a date in HTTP: the one that senders must use, and two that are obsolete (RFC 9110, section 5.6.7). */
const dateFormats = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  // Without a zone, but in UTC.
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** Parses a date. `Date.parse` alone would read "-5" as a year. */
function httpDate(text: string): number {
  if (!dateFormats.some((format) => format.test(text))) return Number.NaN;
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}
