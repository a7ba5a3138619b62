const away = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
]);
/** SQLSTATE classes: connection, resources, operator intervention (shutting down, starting up). */
const awayClasses = ["08", "53", "57P"];

/** Whether the database could not be asked, as against answering no. Drizzle wraps the driver's error. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (away.has(code) || awayClasses.some((prefix) => code.startsWith(prefix))) return true;
  return isDatabaseAway(error.cause);
}
