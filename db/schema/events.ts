import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns";
import { eventNames } from "../enums";

/** What happened to a video or an avatar, as the service told it. Part of the log, so it references nothing. */
export const events = pgTable(
  "events",
  {
    id: id(),
    accountId: uuid().notNull(),
    name: text({ enum: eventNames }).notNull(),
    /** The bytes of `data` as published; text, because jsonb would not keep them. */
    data: text().notNull(),
    /** The `videoId` or `avatarId` in it: what a customer asks for by name. */
    subject: text().notNull(),
    /** Sent to try one webhook out; nothing happened to a video. */
    test: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index("events_account").on(t.accountId, t.createdAt, t.id),
    index("events_recent").on(t.createdAt, t.id),
    index("events_subject").on(t.subject),
  ],
);
