import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns";
import { eventNames } from "../enums";
import { accounts } from "./accounts";

/**
 * Webhooks subscribed to an event name of an account when events were accepted. Shared by the events of one
 * statement and never changed, so that later subscriptions and edits have no effect.
 */
export const audiences = pgTable("audiences", {
  id: id(),
  accountId: uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  webhookIds: uuid().array().notNull(),
});

/**
 * Outbox of the fan-out: an accepted event with deliveries that are still to be created, in the order of its audience.
 * Workers create them in steps; the last step deletes the row.
 */
export const fanOuts = pgTable(
  "fan_outs",
  {
    eventId: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    event: text({ enum: eventNames }).notNull(),
    audienceId: uuid().notNull(),
    /** Number of webhooks in the audience, and number of deliveries created. */
    size: integer().notNull(),
    done: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    // Accounts take turns; within one the oldest event comes first.
    index("fan_outs_account").on(t.accountId, t.eventId),
    index("fan_outs_audience").on(t.audienceId),
  ],
);
