/**
 * Returns the codes of an error and of those that it wraps, the innermost first: the SQLSTATE of Postgres, or the code of the driver or
 * of Node. Drizzle wraps the driver's error.
 */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error ? [String(error.code)] : [];
  return [...codesOf(error.cause), ...own];
}

/** Returns whether an error, or one that it wraps, has a code that `isMeant` accepts. */
export function hasCode(error: unknown, isMeant: (code: string) => boolean): boolean {
  return codesOf(error).some(isMeant);
}
