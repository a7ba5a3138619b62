/**
 * Returns whether an error, or one that it wraps, has a code that `isMeant` accepts: the SQLSTATE of Postgres, or that of the driver
 * or of Node. Drizzle wraps the driver's error.
 */
export function hasCode(error: unknown, isMeant: (code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && isMeant(String(error.code))) || hasCode(error.cause, isMeant);
}
