import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { chores } from "@/db/schema/upkeep";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { subscribed } from "@/lib/sql";
import { waitingOf } from "./waiting";

type Upkeep = {
  paused: number;
  circuitOpen: number;
  /** Seconds since 1970; null if no backup was ever written. */
  lastBackupSeconds: number | null;
};

/**
 * Returns what the metrics say of the whole installation. Failing webhooks are not counted: their rule takes 15 µs each, 0.7 s of
 * every scrape when 50,000 fail.
 */
export async function installationFacts(db: Queries) {
  const waiting = await waitingOf({ db }, { accountId: null });
  const [upkeep] = await db.execute<Upkeep>(sql`
    select (select count(*)::int from ${webhooks} where paused_at is not null and ${subscribed}) as paused,
      (select count(*)::int from ${receivers} join ${webhooks} on ${webhooks.id} = ${receivers.webhookId}
        where open_until is not null and paused_at is null and ${subscribed}) as "circuitOpen",
      (select extract(epoch from ran_at)::float8 from ${chores} where name = 'backup') as "lastBackupSeconds"`);
  return { ...waiting, ...(upkeep ?? { paused: 0, circuitOpen: 0, lastBackupSeconds: null }) };
}
