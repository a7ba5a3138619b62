import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns";
import { attemptResults, causes, eventNames } from "../enums";

/** Dimensions of a counted attempt. Attempts of one-shot deliveries have the nil uuid as their webhook. */
const counted = () => ({
  accountId: uuid().notNull(),
  webhookId: uuid().notNull(),
  event: text({ enum: eventNames }).notNull(),
  result: text({ enum: attemptResults }).notNull(),
  cause: text({ enum: causes }),
  statusCode: integer(),
});

/**
 * Counted attempts, inserted by the statement that records them. Excluded are tests, and resends that do not end their
 * delivery. Append-only, and folded into `tallies` within about five seconds. Figures read both tables.
 */
export const tallyEntries = pgTable("tally_entries", {
  at: instant().notNull().defaultNow(),
  ...counted(),
  /** A negative value takes back what was counted at that time. */
  n: integer().notNull(),
  /** Duration of each, as a class of `lib/tallies/duration-classes.ts`. */
  times: smallint().array().notNull().default(sql`'{}'`),
});

/** Attempts by result and end time: in minutes for some hours, in half hours for as long as the log. */
export const tallies = pgTable(
  "tallies",
  {
    /** Minutes in a slot: 1 or 30. */
    grain: smallint().notNull(),
    /** Start of the slot. */
    at: instant().notNull(),
    ...counted(),
    n: integer().notNull(),
    /** When the last of them ended. */
    lastAt: instant().notNull(),
  },
  (t) => [
    // For one webhook's day, and for adding an entry.
    unique("tallies_slot")
      .on(t.webhookId, t.grain, t.at, t.event, t.result, t.cause, t.statusCode, t.accountId)
      .nullsNotDistinct(),
    index("tallies_recent").on(t.grain, t.at),
    index("tallies_account").on(t.accountId, t.grain, t.at),
  ],
);

/** Attempts by duration, in the same slots. */
export const tallyTimes = pgTable(
  "tally_times",
  {
    grain: smallint().notNull(),
    at: instant().notNull(),
    accountId: uuid().notNull(),
    webhookId: uuid().notNull(),
    took: smallint().notNull(),
    n: integer().notNull(),
  },
  (t) => [
    unique("tally_times_slot").on(t.webhookId, t.grain, t.at, t.took, t.accountId),
    index("tally_times_recent").on(t.grain, t.at),
    index("tally_times_account").on(t.accountId, t.grain, t.at),
  ],
);
