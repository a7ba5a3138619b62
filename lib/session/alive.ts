import { and, gt, type SQL, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";

/** Condition of valid sessions. A session ends after half a day without use, and after seven days in any case. */
export const alive: SQL | undefined = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.lastSeenAt, sql`now() - interval '12 hours'`),
);
