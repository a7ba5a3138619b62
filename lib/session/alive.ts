import { and, gt, type SQL, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";

/** Half a day idle or seven days in all end a session. */
export const alive: SQL | undefined = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.lastSeenAt, sql`now() - interval '12 hours'`),
);
