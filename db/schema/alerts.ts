import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";
import { alertKinds, alertStatuses, operationalEventKinds } from "../enums";

/** Where the people who run the installation want to hear of webhooks' health. There is one, or none. */
export const alertReceivers = pgTable(
  "alert_receivers",
  {
    id: id(),
    callbackUrl: text().notNull(),
    kinds: text({ enum: operationalEventKinds }).array().notNull(),
    /** Encrypted; alerts are signed as deliveries are. */
    secret: text().notNull(),
    createdAt: createdAt(),
  },
  () => [uniqueIndex("alert_receivers_one").on(sql`(true)`)],
);

/** What it is told, written by a trigger on `operational_events` in the transaction of the change. */
export const alerts = pgTable(
  "alerts",
  {
    id: id(),
    kind: text({ enum: alertKinds }).notNull(),
    /** JSON text, sent as it is. */
    data: text().notNull(),
    status: text({ enum: alertStatuses }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    /** When it is sent next, or its lease ends; null once it is through. */
    dueAt: instant().defaultNow(),
    statusCode: integer(),
    error: text(),
    createdAt: createdAt(),
  },
  (t) => [index("alerts_due").on(t.dueAt).where(sql`due_at is not null`)],
);
