import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";
import { eventNames, pauseReasons, signatureSchemes } from "../enums";
import { accounts } from "./accounts";

/** Webhooks: callback URL and subscribed events of an account. Every column may be shown. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Stored byte for byte: callers compare it with their own string. */
    callbackUrl: text().notNull(),
    events: text({ enum: eventNames }).array().notNull(),
    /** Created for the `callbackUrl` of events; deleted when no delivery waits for it. */
    oneShot: boolean().notNull().default(false),
    label: text().notNull().default(""),
    deadlineSeconds: integer().notNull().default(15),
    /** Maximum of requests in flight per worker. */
    maxConcurrency: integer().notNull().default(8),
    /** Requests a second of all workers together; null for unlimited. */
    ratePerSecond: integer(),
    pausedAt: instant(),
    pauseReason: text({ enum: pauseReasons }),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    lastTriggeredAt: instant(),
  },
  (t) => [
    // Listing and fan-out both start from the account.
    index("webhooks_account").on(t.accountId, t.createdAt, t.id).where(sql`not one_shot`),
    uniqueIndex("webhooks_one_shot").on(t.accountId, sql`md5(callback_url)`).where(sql`one_shot`),
    // Unused ones are deleted oldest first.
    index("webhooks_unused").on(t.updatedAt).where(sql`one_shot`),
    check("webhooks_have_events", sql`${t.oneShot} or cardinality(${t.events}) > 0`),
    check("webhooks_deadline", sql`${t.deadlineSeconds} between 1 and 30`),
    check("webhooks_max_concurrency", sql`${t.maxConcurrency} between 1 and 64`),
    check("webhooks_rate_per_second", sql`${t.ratePerSecond} between 1 and 1000`),
  ],
);

/**
 * Current and former URLs of webhooks, for as long as the log contains them. A search for a part of a URL reads this
 * table and not a million deliveries. Written by a trigger. URLs of one-shot callbacks are excluded, because there may
 * be as many as events.
 */
export const addresses = pgTable(
  "addresses",
  {
    webhookId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    url: text().notNull(),
  },
  (t) => [uniqueIndex("addresses_once").on(t.webhookId, sql`md5(url)`)],
);

/**
 * Secrets are in their own table, so that no query for display can select one, and encrypted (`lib/vault`). During a
 * rotation two are valid.
 */
export const webhookSecrets = pgTable(
  "webhook_secrets",
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    /** Scheme: `v1` is HMAC-SHA256 with a shared secret, `v1a` Ed25519 with a private key. */
    scheme: text({ enum: signatureSchemes }).notNull().default("v1"),
    /** Null for the current secret. */
    validUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [index("webhook_secrets_webhook").on(t.webhookId, t.createdAt)],
);

/** Custom headers of each request, in their own table because they may be secrets. No row means no headers. */
export const webhookHeaders = pgTable("webhook_headers", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  /** JSON text of one object, encrypted: names as given, and values. */
  headers: text().notNull(),
});

/** Health of a webhook's receiver, as seen by all workers. A healthy receiver has no row. */
export const receivers = pgTable("receivers", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  /** When it missed a deadline; null again once its responses are fast. Its rows wait in lane 1. */
  slowSince: instant(),
  /** Circuit: null while closed, otherwise the time of the next requests. Also set while a resumed webhook starts slowly. */
  openUntil: instant(),
  /** Number of requests at that time: 0 is the probe; then one, two, four more, each second. */
  allowance: integer().notNull().default(0),
  /** Last cool-down, from the opening of the circuit until it closes; null otherwise. */
  cooldownSeconds: integer(),
  /** First failure since the last success, and the latest one; null while the last attempt succeeded. */
  failingSince: instant(),
  failedAt: instant(),
  /** Number of failed attempts since then, and number of deliveries that failed for the first time since then. */
  failures: integer().notNull().default(0),
  failedDeliveries: integer().notNull().default(0),
  /** Latest failure in a sentence; never contains a resolved address. */
  failure: text(),
  /** Delivery and number of the attempt that failed latest. */
  failedDeliveryId: uuid(),
  failedAttempt: integer(),
});

/** Used part of a webhook's `ratePerSecond`, for all workers. A trigger inserts the row when a rate is set. */
export const rateLimits = pgTable("rate_limits", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  /** GCRA's theoretical arrival time of the next request. */
  spentUntil: instant().notNull().defaultNow(),
});

/**
 * Outbox of resumed webhooks with parked deliveries that are still to be made due. Workers do that in portions and delete
 * the row after the last one, or when the webhook was paused again.
 */
export const resumptions = pgTable("resumptions", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
});
