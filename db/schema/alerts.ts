import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { alertKinds, alertStatuses, operationalEventKinds } from "../alert-kinds";
import { createdAt, id, instant } from "../columns";

/** Address for alerts about webhook health. There is at most one. */
export const alertReceivers = pgTable(
  "alert_receivers",
  {
    id: id(),
    callbackUrl: text().notNull(),
    kinds: text({ enum: operationalEventKinds }).array().notNull(),
    /** Encrypted. Alerts are signed like deliveries. */
    secret: text().notNull(),
    createdAt: createdAt(),
  },
  () => [uniqueIndex("alert_receivers_one").on(sql`(true)`)],
);

/** Alerts, written by a trigger on `operational_events` in the transaction of the change. */
export const alerts = pgTable(
  "alerts",
  {
    id: id(),
    kind: text({ enum: alertKinds }).notNull(),
    /** JSON text, sent unchanged. */
    data: text().notNull(),
    status: text({ enum: alertStatuses }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt, or end of the lease; null when finished. */
    dueAt: instant().defaultNow(),
    statusCode: integer(),
    error: text(),
    createdAt: createdAt(),
  },
  (t) => [index("alerts_due").on(t.dueAt).where(sql`due_at is not null`)],
);
