import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, createdAt, id, instant } from "../columns";
import type { InboxStatus } from "../enums";
import { accounts } from "./accounts";

/** Bins of the built-in inbox. Only deliveries of this installation reach them. */
export const inboxBins = pgTable(
  "inbox_bins",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Path of its URL, which cannot be guessed: a webhook of another account does not find a bin. */
    token: text().notNull().unique(),
    status: integer().$type<InboxStatus>().notNull(),
    delaySeconds: integer().notNull(),
    /** `Retry-After` of 429 and 503 responses; null for none. */
    retryAfterSeconds: integer(),
    /** Statuses of the next responses, in order, before the usual one. */
    next: integer().array().$type<InboxStatus[]>().notNull(),
    /** Requests received so far: the number of the latest. */
    received: integer().notNull().default(0),
    createdAt: createdAt(),
    lastRequestAt: instant(),
  },
  (t) => [
    index("inbox_bins_account").on(t.accountId, t.createdAt, t.id),
    check("inbox_bins_delay", sql`${t.delaySeconds} between 0 and 30`),
  ],
);

/** Requests that a bin received: the latest ones, for some days. */
export const inboxRequests = pgTable(
  "inbox_requests",
  {
    binId: uuid()
      .notNull()
      .references(() => inboxBins.id, { onDelete: "cascade" }),
    /** Counted per bin, from 1. */
    number: integer().notNull(),
    receivedAt: instant().notNull().defaultNow(),
    method: text().notNull(),
    /** JSON text of name and value pairs; values of custom headers are not stored. */
    headers: text().notNull(),
    /** The first part of the body. */
    body: bytes().notNull(),
    /** Bytes of the whole body. */
    size: integer().notNull(),
    truncated: boolean().notNull(),
    /** Event id that the request claims; null for none. */
    eventId: uuid(),
    /** Webhook whose secret made the valid signature. Null without a valid signature, and for one-shot callbacks. */
    webhookId: uuid(),
    /** Why the signature is invalid, in a sentence; null when it is valid. */
    fault: text(),
    /** Status of the response. */
    answered: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.binId, t.number] }),
    // For the sweep, which deletes the oldest requests of all bins.
    index("inbox_requests_age").on(t.receivedAt),
  ],
);
