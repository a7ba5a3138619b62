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

/** A receiver of our own, which only deliveries of this installation reach. It answers as it is told. */
export const inboxBins = pgTable(
  "inbox_bins",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The path of its address, which nobody guesses: a webhook of another account finds no bin by chance. */
    token: text().notNull().unique(),
    status: integer().$type<InboxStatus>().notNull(),
    delaySeconds: integer().notNull(),
    /** What 429 and 503 say in `Retry-After`; null says nothing. */
    retryAfterSeconds: integer(),
    /** What the next requests are answered instead, one after the other. */
    next: integer().array().$type<InboxStatus[]>().notNull(),
    /** Requests there ever were: the number of the latest. */
    received: integer().notNull().default(0),
    createdAt: createdAt(),
    lastRequestAt: instant(),
  },
  (t) => [
    index("inbox_bins_account").on(t.accountId, t.createdAt, t.id),
    check("inbox_bins_delay", sql`${t.delaySeconds} between 0 and 30`),
  ],
);

/** What a bin got: the latest of it, for some days. */
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
    /** JSON text of name and value pairs; values of an owner's own headers are not kept. */
    headers: text().notNull(),
    /** The first part of it. */
    body: bytes().notNull(),
    /** Bytes of all of it. */
    size: integer().notNull(),
    truncated: boolean().notNull(),
    /** Of the event that the request says to be about; null when it says none. */
    eventId: uuid(),
    /** Whose signature it bears; null when it is valid for no webhook that points here. */
    webhookId: uuid(),
    /** Why the signature is not valid, in a sentence; null when it is. */
    fault: text(),
    /** The status it was answered with. */
    answered: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.binId, t.number] }),
    // The sweep asks for the oldest of all bins.
    index("inbox_requests_age").on(t.receivedAt),
  ],
);
