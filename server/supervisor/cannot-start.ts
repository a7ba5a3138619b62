/** Start failure that a person can fix: only the message is shown. */
export class CannotStart extends Error {}

export const useDatabaseUrl = "Set DATABASE_URL to a Postgres 15 or newer.";
