import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";

/** The workers that are there, each of which says so every few seconds; who fell silent is swept away. */
export const workers = pgTable("workers", {
  id: id(),
  /** The machine and the process, for who wants to look. */
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  startedAt: instant().notNull().defaultNow(),
  beatAt: instant().notNull().defaultNow(),
});

/** The last run of what is done by the hour, whichever process did it. */
export const chores = pgTable("chores", {
  name: text({ enum: ["retention"] }).primaryKey(),
  ranAt: instant().notNull().defaultNow(),
  tookMs: integer().notNull(),
  succeeded: boolean().notNull(),
});
