import { markPooled } from "@/db/address";
import { type Environment, env } from "./env";
import { missingSetting } from "./missing-setting";

type Urls = Pick<Environment, "DATABASE_URL"> &
  Partial<Pick<Environment, "DATABASE_DIRECT_URL" | "DATABASE_READ_URL">>;

/**
 * Returns the URLs by which the database is reached. `pooled` leads through PgBouncer if there is one, which passes
 * transactions only. `direct` is for connections with state of their own: LISTEN, advisory locks held by a session, and
 * planner settings. Without PgBouncer both are the same.
 * @throws Error without DATABASE_URL
 */
export function databaseUrls(settings: Urls = env()) {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = settings;
  if (!DATABASE_URL) throw missingSetting("DATABASE_URL");
  return {
    pooled: DATABASE_DIRECT_URL ? markPooled(DATABASE_URL) : DATABASE_URL,
    direct: DATABASE_DIRECT_URL ?? DATABASE_URL,
    /** A streaming replica, which may be behind. */
    replica: DATABASE_READ_URL ?? null,
  };
}
