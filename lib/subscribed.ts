import { eq, type SQL } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";

/** Condition of registered webhooks. The others are targets of one-shot callbacks. */
export const subscribed: SQL = eq(webhooks.oneShot, false);
