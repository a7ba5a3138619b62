import { afterAll, describe, expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import { readAccountLimits } from "@/lib/account-limits/operations";
import type { Context } from "@/lib/context";
import { listHealth } from "@/lib/health/operations";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { readStats } from "@/lib/stats/operations";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { readsIn } from "./plans/reads";
import { recordPlans } from "./plans/record";

const backlog = 20_000;

// Plans may differ on another server.
describe.skipIf(process.env.TEST_DATABASE_URL)("the figures of an account", async () => {
  const { sql, url } = await freshDatabase();
  const make = makers(sql);
  const [own, theirs] = [await make.webhook(), await make.webhook()];
  for (let n = 0; n < 3; n++) await make.delivery(own);
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
    select new_id(), new_id(), ${theirs.id}, ${theirs.accountId}, 'event', now() - interval '1 minute'
    from generate_series(1, ${backlog})`;
  await sql`vacuum analyze`;
  const recorded = await recordPlans(url);
  const db = connectDatabase(recorded.url, 1);
  const sum = await readsIn(sql);
  afterAll(async () => {
    await db.$client.end();
    recorded.close();
  });
  const ctx: Context = {
    db,
    queue: transactionalEventQueue(db),
    accountId: own.accountId,
    actor: { kind: "anonymous" },
    scopes: [],
    requestId: "test",
  };

  test.each([
    ["statistics", async () => (await readStats(ctx, {})).queue.unfinished],
    ["health of webhooks", async () => (await listHealth(ctx, { limit: 500 })).items[0]?.backlog],
    ["limits", async () => (await readAccountLimits(ctx, own.accountId)).usage.backlog],
  ])("%s read nothing of the backlog of another", async (_, read) => {
    let waiting: number | undefined;
    const { paths, rows } = sum(
      await recorded.of(async () => {
        waiting = await read();
      }),
    );
    expect(waiting).toBe(3);
    expect(paths.queue).toEqual(["queue_webhook"]);
    expect(rows).toBeLessThan(100);
  });
});
