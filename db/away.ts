const away = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
/**
 * SQLSTATE classes: connection, resources (disk full, too many connections), operator intervention (shutting
 * down, starting up, a statement past its time limit), system error; and a standby that is not the primary yet.
 */
const awayClasses = ["08", "53", "57", "58", "25006"];

/** Whether the database could not be asked, as against answering no. Drizzle wraps the driver's error. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (away.has(code) || awayClasses.some((prefix) => code.startsWith(prefix))) return true;
  return isDatabaseAway(error.cause);
}
