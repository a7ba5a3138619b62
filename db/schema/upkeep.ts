import { boolean, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";

/** Running workers. Each updates its row every few seconds; silent ones are deleted. */
export const workers = pgTable("workers", {
  id: id(),
  /** Host and process id, for diagnosis. */
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** It sends to the webhooks of its shards only. */
  sharded: boolean().notNull().default(false),
  /** Ids of the keys in its `MASTER_KEY`; null of a version that does not report them. */
  masterKeys: text().array(),
  startedAt: instant().notNull().defaultNow(),
  beatAt: instant().notNull().defaultNow(),
});

/** Groups of webhooks, each with the worker that sends to them: see lib/queue/shards.ts. */
export const shards = pgTable("shards", {
  id: smallint().primaryKey(),
  workerId: uuid().references(() => workers.id, { onDelete: "set null" }),
});

/**
 * Last run of each periodic job, in any process. `retention_hold`: since then retention deletes nothing for some hours;
 * `auto_pause_hold`: since then no webhook is paused automatically for some days. `backup`: the last that was written.
 */
export const chores = pgTable("chores", {
  name: text({
    enum: ["retention", "queue_check", "retention_hold", "auto_pause", "auto_pause_hold", "backup"],
  }).primaryKey(),
  ranAt: instant().notNull().defaultNow(),
  tookMs: integer().notNull(),
  succeeded: boolean().notNull(),
  /** Position at which the next run continues. */
  cursor: uuid(),
});
