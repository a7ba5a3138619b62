/** Returns whether a statement was refused because another row has the same unique values. */
export function isDuplicate(error: unknown): boolean {
  return violationOf(error)?.code === "23505";
}

/** Returns whether a row was refused because its account was deleted after it had been looked up. */
export function isOfDeletedAccount(error: unknown): boolean {
  const { code, constraint_name: constraint = "" } = violationOf(error) ?? {};
  return code === "23503" && constraint.endsWith("_account_id_accounts_id_fk");
}

type Violation = { code: string; constraint_name?: string };

/** Returns the error of Postgres; Drizzle wraps it. */
function violationOf(error: unknown): Violation | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error ? (error as Violation) : violationOf(error.cause);
}
