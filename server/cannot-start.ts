/** The product cannot start, and a person can do something about it: the message is all they are shown. */
export class CannotStart extends Error {}

export const useDatabaseUrl = "Set DATABASE_URL to a Postgres 15 or newer.";
