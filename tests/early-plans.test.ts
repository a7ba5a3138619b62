import { expect, test } from "vitest";
import { connectClaims } from "@/db/client";
import type { LaneNumber } from "@/lib/queue/capacity";
import { claim } from "@/lib/queue/claim";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { fillLog } from "./plans/fill";
import { readsIn } from "./plans/reads";
import { recordPlans } from "./plans/record";

/**
 * A connection of the engine plans each statement once, usually soon after the first start, while the lane is empty. All
 * indexes look equally cheap then, and the plan is still in use when the lane holds a million rows.
 */
test.skipIf(process.env.TEST_DATABASE_URL).each<[LaneNumber, string, number]>([
  [0, "queue_normal", 100],
  [1, "queue_slow", 0],
  [1, "queue_slow", 100],
  [2, "queue_retries", 100],
])(
  "a claim planned while lane %i is empty reads by %s once it is full: %i later rows",
  async (lane, index, later) => {
    const { url, sql } = await freshDatabase();
    const webhook = await makers(sql).webhook();
    await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
    select new_id(), new_id(), ${webhook.id}, ${webhook.accountId}, 'event', now() + interval '1 hour'
    from generate_series(1, ${later})`;
    await sql`vacuum analyze`;
    const relay = await recordPlans(url);
    const engine = connectClaims(relay.url, 1, 30_000);
    await claim(engine, { lane, limit: 50 });
    await sql`delete from webhooks`;
    await fillLog(url, sql, 5000);

    const plans = await relay.of(() => claim(engine, { lane, limit: 50 }));

    const { paths } = (await readsIn(sql))(plans);
    expect(paths.queue).toEqual(["queue_pkey", index].sort());
    await engine.end();
    relay.close();
  },
);
