import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";

/** Running workers. Each updates its row every few seconds; silent ones are deleted. */
export const workers = pgTable("workers", {
  id: id(),
  /** Host and process id, for diagnosis. */
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  startedAt: instant().notNull().defaultNow(),
  beatAt: instant().notNull().defaultNow(),
});

/** Last run of each periodic job, in any process. */
export const chores = pgTable("chores", {
  name: text({ enum: ["retention", "queue_check"] }).primaryKey(),
  ranAt: instant().notNull().defaultNow(),
  tookMs: integer().notNull(),
  succeeded: boolean().notNull(),
  /** Position at which the next run continues. */
  cursor: uuid(),
});
