/**
 * Parses JSON that Postgres made. Its times become those of the rest of the API: Postgres writes `+00:00` and
 * microseconds.
 */
export function parseStoredJson(text: string): Record<string, unknown> {
  return JSON.parse(text, timeInUtc);
}

function timeInUtc(_: string, value: unknown): unknown {
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/.test(value);
  return isTime ? new Date(value).toISOString() : value;
}
