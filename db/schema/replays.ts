import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";
import { deliveryStatuses, replayItemStates, replayStatuses } from "../enums";
import { accounts } from "./accounts";

/** Replays. A row contains all that a process needs to continue one. */
export const replays = pgTable(
  "replays",
  {
    id: id(),
    /** Null selects from every account: requested by a service key or an operator. */
    accountId: uuid().references(() => accounts.id, { onDelete: "cascade" }),
    /** JSON text of the filter as requested. Deliveries created after the replay are excluded. */
    choice: text().notNull(),
    /** SHA-256 of the account, the rate and the choice. Of replays with the same one, one runs at a time. */
    fingerprint: text().notNull(),
    ratePerSecond: integer().notNull(),
    dryRun: boolean().notNull().default(false),
    status: text({ enum: replayStatuses }).notNull().default("running"),
    total: integer().notNull().default(0),
    delivered: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** Of the skipped: delivered otherwise since the replay was requested, mostly when they were due. */
    deliveredMeanwhile: integer().notNull().default(0),
    cancelled: integer().notNull().default(0),
    /** The log was read up to this row; null at the start, and again when `collected`. */
    collectedAt: instant(),
    collectedId: uuid(),
    collected: boolean().notNull().default(false),
    /** Time up to which the rate is used. */
    pacedTo: instant().notNull().defaultNow(),
    nextStepAt: instant().notNull().defaultNow(),
    /** Consecutive failed steps. */
    failures: integer().notNull().default(0),
    /** Why it failed, in a sentence. */
    failure: text(),
    createdAt: createdAt(),
    /** Time at which no delivery of it was left. */
    finishedAt: instant(),
  },
  (t) => [
    index("replays_account").on(t.accountId, t.createdAt, t.id),
    index("replays_recent").on(t.createdAt, t.id),
    index("replays_open").on(t.nextStepAt).where(sql`finished_at is null`),
    uniqueIndex("replays_same").on(t.fingerprint).where(sql`status = 'running'`),
  ],
);

/** Deliveries of a replay that are not yet counted in its figures. */
export const replayItems = pgTable(
  "replay_items",
  {
    replayId: uuid()
      .notNull()
      .references(() => replays.id, { onDelete: "cascade" }),
    deliveryId: uuid().notNull(),
    state: text({ enum: replayItemStates }).notNull().default("waiting"),
    /** Former state of the delivery, restored when it is taken back: the last two if it waited for a retry. */
    statusBefore: text({ enum: deliveryStatuses }),
    finishedBefore: instant(),
    dueBefore: instant(),
    stepBefore: smallint(),
  },
  (t) => [
    primaryKey({ columns: [t.replayId, t.deliveryId] }),
    index("replay_items_waiting").on(t.replayId, t.deliveryId).where(sql`state = 'waiting'`),
    index("replay_items_ended").on(t.replayId).where(sql`state not in ('waiting', 'queued')`),
  ],
);
