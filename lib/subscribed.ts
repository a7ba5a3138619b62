import { eq, type SQL } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";

/** A webhook that somebody registered; the others only stand for the `callbackUrl` of events. */
export const subscribed: SQL = eq(webhooks.oneShot, false);
