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

/** Where an account wants its events sent, and which of them. Every column may be shown. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Kept byte for byte: callers compare it with their own string. */
    callbackUrl: text().notNull(),
    events: text({ enum: eventNames }).array().notNull(),
    /** Nobody registered it: it stands for the `callbackUrl` of events, and goes when nothing waits for it. */
    oneShot: boolean().notNull().default(false),
    label: text().notNull().default(""),
    deadlineSeconds: integer().notNull().default(15),
    /** Requests that one worker has under way to it at once. */
    maxConcurrency: integer().notNull().default(8),
    /** Requests a second that all workers together send to it; null is as fast as they can. */
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
    // Those that nobody uses any more are swept away oldest first.
    index("webhooks_unused").on(t.updatedAt).where(sql`one_shot`),
    check("webhooks_have_events", sql`${t.oneShot} or cardinality(${t.events}) > 0`),
    check("webhooks_deadline", sql`${t.deadlineSeconds} between 1 and 30`),
    check("webhooks_max_concurrency", sql`${t.maxConcurrency} between 1 and 64`),
    check("webhooks_rate_per_second", sql`${t.ratePerSecond} between 1 and 1000`),
  ],
);

/**
 * Where webhooks point and pointed, for as long as the log tells of it: who looks for a part of a URL looks here and not
 * at a million deliveries. Written by a trigger. Addresses of one-shot callbacks, of which there may be as many as
 * events, are not in it.
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
 * Secrets live apart, so that no query for showing can carry one, and encrypted (`lib/vault`). During a rotation
 * two are valid.
 */
export const webhookSecrets = pgTable(
  "webhook_secrets",
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    /** What it makes: `v1` is HMAC-SHA256 with a shared secret, `v1a` Ed25519 with a private key. */
    scheme: text({ enum: signatureSchemes }).notNull().default("v1"),
    /** Null while it is the current one. */
    validUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [index("webhook_secrets_webhook").on(t.webhookId, t.createdAt)],
);

/** Headers of its owner's that go with each request, apart because they may be secrets. No row is no headers. */
export const webhookHeaders = pgTable("webhook_headers", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  /** JSON text of one object, encrypted: names as they were given, and values. */
  headers: text().notNull(),
});

/** How a webhook's receiver does, as all workers found it. There is no row while nothing is wrong. */
export const receivers = pgTable("receivers", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  /** Since it let a deadline pass; null again once its answers are quick. Its rows wait in lane 1. */
  slowSince: instant(),
  /** The circuit: null while it is closed, else when the next requests may go. */
  openUntil: instant(),
  /** How many then: 0 is one, to see how it does; after that one more, two more, four more, each second. */
  allowance: integer().notNull().default(0),
  cooldownSeconds: integer(),
  /** The first failure after the last success, and the latest; null while the last attempt succeeded. */
  failingSince: instant(),
  failedAt: instant(),
  /** Attempts that failed since then, and deliveries whose first attempt was among them. */
  failures: integer().notNull().default(0),
  failedDeliveries: integer().notNull().default(0),
  /** The latest failure in a sentence; never an address that was resolved. */
  failure: text(),
});

/** What of a webhook's `ratePerSecond` is used up, for all workers. A trigger makes the row when there is a rate. */
export const rateLimits = pgTable("rate_limits", {
  webhookId: uuid()
    .primaryKey()
    .references(() => webhooks.id, { onDelete: "cascade" }),
  /** Up to here its requests are spoken for (GCRA's theoretical arrival time). */
  spentUntil: instant().notNull().defaultNow(),
});
