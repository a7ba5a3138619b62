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
 * Delivery log: one event on its way to one webhook. It outlives the webhook and therefore references none.
 * The last attempt's result is copied here, so that a list needs no second table.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    id: id(),
    accountId: uuid().notNull(),
    eventId: uuid().notNull(),
    webhookId: uuid().notNull(),
    /** Sent to the `callbackUrl` of its event: there is no visible webhook. */
    oneShot: boolean().notNull().default(false),
    event: text({ enum: eventNames }).notNull(),
    /** The URL at that time; later attempts use the webhook's URL at their time. */
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
    // Their URLs are searched row by row.
    index("deliveries_one_shot").on(t.createdAt, t.id).where(sql`one_shot`),
    // Excludes pages of the log that lack a value, and keeps updates heap-only (from Postgres 16 on).
    index("deliveries_outcome")
      .using("brin", t.status.op(words), t.cause.op(words), t.trigger.op(words))
      .with({ pages_per_range: 32, autosummarize: true }),
    // Excludes pages of the log in which nothing ended in a time.
    index("deliveries_finished")
      .using("brin", t.finishedAt)
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
    /** Durations by phase. Null for a skipped phase, for example on a reused connection. */
    dnsMs: integer(),
    connectMs: integer(),
    tlsMs: integer(),
    /** From the start of the request to the final status line. */
    firstByteMs: integer(),
    statusCode: integer(),
    cause: text({ enum: causes }),
    /** The failure in a sentence; never contains a resolved address. */
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
 * The queue: one narrow row per unfinished delivery, deleted when it finishes.
 * `dueAt` is the whole schedule: a lease is the near future, a retry a later time, paused is infinity.
 */
export const queue = pgTable(
  "queue",
  {
    deliveryId: uuid().primaryKey(),
    eventId: uuid().notNull(),
    webhookId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** Attempts so far. Each claim adds one; releasing a lease before its request was sent subtracts it. */
    attempt: integer().notNull().default(0),
    /** Leases so far, never given back: the fence. A result of an older lease changes nothing. */
    lease: integer().notNull().default(0),
    /** Attempts that used a step of the retry schedule: all but tests and resends. */
    step: integer().notNull().default(0),
    /** Kind of the next attempt. A test or a resend is a single attempt, made even while paused. */
    trigger: text({ enum: triggers }).notNull(),
    /** Held by a worker. A row that is due and leased belonged to a lost worker. */
    leased: boolean().notNull().default(false),
    /** Consecutive workers that were lost while holding it. */
    lost: integer().notNull().default(0),
    dueAt: instant().notNull().defaultNow(),
    /** Time at which the schedule continues after a failed resend; null ends the delivery. */
    resumeAt: instant(),
    /**
     * 0 for most rows; 1 for rows beyond their webhook's capacity; 2 for retries; 3 for sample data, which is
     * never claimed.
     */
    lane: smallint().notNull().default(0),
    /** The replay that queued it and counts its result. */
    replayId: uuid(),
  },
  (t) => [
    index("queue_normal").on(t.dueAt).where(sql`lane = 0`),
    index("queue_retries").on(t.dueAt).where(sql`lane = 2`),
    // This lane is claimed account by account, and webhook by webhook.
    index("queue_slow").on(t.accountId, t.webhookId, t.dueAt).where(sql`lane = 1`),
    // Counts due rows and finds the oldest.
    index("queue_slow_due").on(t.dueAt).where(sql`lane = 1`),
    // For deleting, pausing and resuming a webhook, which update its waiting rows.
    index("queue_webhook").on(t.webhookId),
    // The sweep finds webhooks with parked rows without reading the rows. Resuming frees the oldest first.
    index("queue_parked")
      .on(t.webhookId, t.deliveryId)
      .where(sql`due_at = 'infinity' and lane < 3`),
    index("queue_resend_of_parked").on(t.webhookId).where(sql`resume_at = 'infinity'`),
    index("queue_replay").on(t.replayId).where(sql`replay_id is not null`),
  ],
);
