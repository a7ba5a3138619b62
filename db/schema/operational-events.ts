import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { operationalEventKinds } from "../alert-kinds";
import { createdAt, id } from "../columns";
import { accounts } from "./accounts";

/**
 * Changes of a webhook's health, in the transaction of the change. Triggers on `webhooks` and `receivers` write them,
 * whatever code makes the change. They outlive the webhook.
 */
export const operationalEvents = pgTable(
  "operational_events",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    webhookId: uuid().notNull(),
    kind: text({ enum: operationalEventKinds }).notNull(),
    /** Description for people. */
    reason: text().notNull(),
    /** JSON text: figures of the change, by name. */
    details: text().notNull().default("{}"),
    createdAt: createdAt(),
  },
  (t) => [
    index("operational_events_recent").on(t.createdAt, t.id),
    index("operational_events_account").on(t.accountId, t.createdAt, t.id),
    index("operational_events_webhook").on(t.webhookId, t.createdAt, t.id),
  ],
);
