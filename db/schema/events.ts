import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns";
import { eventNames } from "../enums";

/** Published events. Part of the log, so it references nothing. */
export const events = pgTable(
  "events",
  {
    id: id(),
    accountId: uuid().notNull(),
    name: text({ enum: eventNames }).notNull(),
    /** Bytes of `data` as published; text, because jsonb would change them. */
    data: text().notNull(),
    /** Id of the subject in the data, such as the `videoId`, for searches. */
    subject: text().notNull(),
    /** Sent to test one webhook; not an event of a video. */
    test: boolean().notNull().default(false),
    /** W3C `traceparent` from which the spans of its deliveries continue; null without telemetry. */
    traceparent: text(),
    /** W3C `tracestate` of the publisher, at most 512 characters. */
    tracestate: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index("events_account").on(t.accountId, t.createdAt, t.id),
    index("events_recent").on(t.createdAt, t.id),
    index("events_subject").on(t.subject),
  ],
);
