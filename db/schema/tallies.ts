import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns";
import { attemptResults, causes, eventNames } from "../enums";

/** Whom an attempt was for and what it came to. Those of one-shot deliveries have the nil uuid as their webhook. */
const counted = () => ({
  accountId: uuid().notNull(),
  webhookId: uuid().notNull(),
  event: text({ enum: eventNames }).notNull(),
  result: text({ enum: attemptResults }).notNull(),
  cause: text({ enum: causes }),
  statusCode: integer(),
});

/**
 * What became of attempts, as the statement that recorded them says; tests and resends are left out. Only ever
 * appended to, and about once a second folded into `tallies`: figures are both together.
 */
export const tallyEntries = pgTable("tally_entries", {
  at: instant().notNull().defaultNow(),
  ...counted(),
  /** Negative takes back what was counted at that time. */
  n: integer().notNull(),
  /** How long each took, as classes of `lib/tallies/took.ts`. */
  times: smallint().array().notNull().default(sql`'{}'`),
});

/** How many attempts came to what, by the time they ended: in minutes for some hours, in half hours for as long as the log. */
export const tallies = pgTable(
  "tallies",
  {
    /** Minutes in a slot: 1 or 30. */
    grain: smallint().notNull(),
    /** Where the slot begins. */
    at: instant().notNull(),
    ...counted(),
    n: integer().notNull(),
    /** When the last of them ended. */
    lastAt: instant().notNull(),
  },
  (t) => [
    // One webhook's day, and where an entry is added.
    unique("tallies_slot")
      .on(t.webhookId, t.grain, t.at, t.event, t.result, t.cause, t.statusCode, t.accountId)
      .nullsNotDistinct(),
    index("tallies_recent").on(t.grain, t.at),
    index("tallies_account").on(t.accountId, t.grain, t.at),
  ],
);

/** How many attempts took how long, in the same slots. */
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
