import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, createdAt, id, instant } from "../columns";
import { causes, deliveryStatuses, eventNames, triggers } from "../enums";

const words = "text_bloom_ops(n_distinct_per_range=16)";

/**
 * The log a person reads: one event on its way to one webhook. It outlives the webhook, so nothing here
 * references one. The last attempt's result is copied in, so that a list needs no second table.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    id: id(),
    accountId: uuid().notNull(),
    eventId: uuid().notNull(),
    webhookId: uuid().notNull(),
    /** To the `callbackUrl` of its event: there is no webhook that a person could look at. */
    oneShot: boolean().notNull().default(false),
    event: text({ enum: eventNames }).notNull(),
    /** The address at the time; later attempts go where the webhook points then. */
    callbackUrl: text().notNull(),
    trigger: text({ enum: triggers }).notNull(),
    status: text({ enum: deliveryStatuses }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    cause: text({ enum: causes }),
    statusCode: integer(),
    durationMs: integer(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (t) => [
    index("deliveries_recent").on(t.createdAt, t.id),
    index("deliveries_account").on(t.accountId, t.createdAt, t.id),
    index("deliveries_webhook").on(t.webhookId, t.createdAt, t.id),
    index("deliveries_event").on(t.eventId),
    // Their addresses are looked for one by one.
    index("deliveries_one_shot").on(t.createdAt, t.id).where(sql`one_shot`),
    // Says of some pages of the log which words are not in them, and leaves updates heap-only (from Postgres 16 on).
    index("deliveries_marks")
      .using("brin", t.status.op(words), t.cause.op(words), t.trigger.op(words))
      .with({ pages_per_range: 32, autosummarize: true }),
  ],
);

/** One HTTP request of a delivery, written once and never changed. */
export const attempts = pgTable(
  "attempts",
  {
    deliveryId: uuid().notNull(),
    number: integer().notNull(),
    trigger: text({ enum: triggers }).notNull(),
    startedAt: instant().notNull(),
    durationMs: integer().notNull(),
    /** Where the time went. Null is a phase that was not gone through, as on a connection kept from before. */
    dnsMs: integer(),
    connectMs: integer(),
    tlsMs: integer(),
    /** From the start of the request to the final status line. */
    firstByteMs: integer(),
    statusCode: integer(),
    cause: text({ enum: causes }),
    /** The failure in a sentence; never an address that was resolved. */
    error: text(),
    url: text(),
    /** JSON text: name and value pairs in the order sent, and as received. */
    requestHeaders: text(),
    responseHeaders: text(),
    responseBody: bytes(),
    responseTruncated: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.number] })],
);

/**
 * The queue: one narrow row for each unfinished delivery, deleted when it is done.
 * `dueAt` is the whole schedule: a lease is the near future, a retry the far one, paused is infinity.
 */
export const queue = pgTable(
  "queue",
  {
    deliveryId: uuid().primaryKey(),
    eventId: uuid().notNull(),
    webhookId: uuid().notNull(),
    /** Counted at the claim; who records under an old number changes nothing. */
    attempt: integer().notNull().default(0),
    /** Attempts that used up a step of the retry schedule: all but tests and resends. */
    step: integer().notNull().default(0),
    /** What the next attempt is. A test or a resend is one attempt, made even while paused. */
    trigger: text({ enum: triggers }).notNull(),
    /** A worker holds it. Found due and leased, that worker was lost. */
    leased: boolean().notNull().default(false),
    /** Workers lost in a row while they held it. */
    lost: integer().notNull().default(0),
    dueAt: instant().notNull().defaultNow(),
    /** When the schedule goes on after a resend that fails; null ends the delivery with it. */
    resumeAt: instant(),
    /**
     * 0 for most; 1 for what its webhook has no room for, so that it is in nobody's way; 2 for retries; 3 for the
     * sample data, which nobody claims.
     */
    lane: smallint().notNull().default(0),
    /** The job that put it here, and counts what becomes of it. */
    replayId: uuid(),
  },
  (t) => [
    index("queue_normal").on(t.dueAt).where(sql`lane = 0`),
    index("queue_retries").on(t.dueAt).where(sql`lane = 2`),
    // This lane is claimed webhook by webhook.
    index("queue_slow").on(t.webhookId, t.dueAt).where(sql`lane = 1`),
    // Deleting, pausing and resuming a webhook touch its waiting rows.
    index("queue_webhook").on(t.webhookId),
    index("queue_replay").on(t.replayId).where(sql`replay_id is not null`),
  ],
);
