import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { queue } from "@/db/schema/deliveries";
import { webhooks } from "@/db/schema/webhooks";
import type { Whose } from "./outcomes";

type Waiting = {
  ready: number;
  oldestSeconds: number | null;
  unfinished: number;
  retrying: number;
};

/** What is in the queue now. What is of the sample data, in lane 3, is never due to anybody. */
export async function waitingOf(
  { db }: { db: Queries },
  { accountId, webhooks: named }: Whose,
): Promise<Waiting> {
  const theirs =
    accountId === null
      ? sql`true`
      : sql`webhook_id in (select id from ${webhooks} where account_id = ${accountId}::uuid)`;
  const meant = named ? sql`webhook_id in ${named}` : sql`true`;
  const [row] = await db.execute<Waiting>(sql`
    select count(*)::int as unfinished, (count(*) filter (where ready))::int as ready,
      extract(epoch from now() - min(due_at) filter (where ready))::float8 as "oldestSeconds",
      (count(*) filter (
        where trigger in ('event', 'replay') and attempt > leased::int))::int as retrying
    from (
      select *, not leased and due_at <= now() and lane < 3 as ready from ${queue} where ${theirs} and ${meant}
    ) q`);
  return row ?? { ready: 0, oldestSeconds: null, unfinished: 0, retrying: 0 };
}
