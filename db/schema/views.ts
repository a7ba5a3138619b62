import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns";
import { users } from "./accounts";

/** Filters of the log that a person gave a name, for themselves alone. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The filters as the log's address names them. */
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("saved_views_name").on(t.userId, t.name)],
);
