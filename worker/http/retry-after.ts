const longestMs = 24 * 60 * 60 * 1000;

/** Returns the wait that a `Retry-After` header requests, in ms, at most a day. Accepts seconds or an HTTP date. Null without one. */
export function retryAfterMs(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now.getTime();
  return ms > 0 ? Math.min(ms, longestMs) : null;
}

/** Parses the date format that RFC 9110 requires of senders. `Date.parse` alone would read "-5" as a year. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
