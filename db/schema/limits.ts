import { bigint, date, integer, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";

/** Limits set for one account. Null, like a missing row, means the default of the installation. */
export const accountLimits = pgTable("account_limits", {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  eventsPerSecond: integer(),
  burst: integer(),
  eventsPerDay: bigint({ mode: "number" }),
  /** Deliveries that may wait: due ones, and those that fan-outs have yet to create. */
  backlog: integer(),
});

/** Used part of an account's publishing limits, for all processes. Written only by `lease_events`. */
export const publishingUsage = pgTable("publishing_usage", {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** GCRA's theoretical arrival time of the next event, in microseconds: an event may cost less than a millisecond. */
  spentUntil: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** The UTC day that `used` counts. */
  day: date().notNull().defaultNow(),
  /** Events leased to processes on that day. */
  used: bigint({ mode: "number" }).notNull().default(0),
});
