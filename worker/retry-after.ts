const longestMs = 24 * 60 * 60 * 1000;

/** How long a receiver asks to be left alone: seconds or an HTTP date, at most a day. Null when it does not. */
export function retryAfterMs(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now.getTime();
  return ms > 0 ? Math.min(ms, longestMs) : null;
}

/** Only the form that RFC 9110 asks senders to use; `Date.parse` alone would take "-5" for a year. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
