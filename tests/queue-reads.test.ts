import { describe, expect, test } from "vitest";
import { readAccountLimits } from "@/lib/account-limits/operations";
import type { Context } from "@/lib/context";
import { oneShotTargets } from "@/lib/events/one-shots";
import { listHealth } from "@/lib/health/operations";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { advance } from "@/lib/replays/advance";
import { readStats } from "@/lib/stats/operations";
import { machineContext } from "./context";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { recordReads } from "./plans/record-reads";

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
  const { db, readsOf } = await recordReads(sql, url);
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
    const { paths, rows } = await readsOf(async () => {
      waiting = await read();
    });
    expect(waiting).toBe(3);
    expect(paths.queue).toEqual(["queue_webhook"]);
    expect(rows).toBeLessThan(100);
  });
});

/** A step runs each second for as long as the retries of the replay last, up to three days. */
describe.skipIf(process.env.TEST_DATABASE_URL)("a step of a replay", async () => {
  const { sql, url } = await freshDatabase();
  const { id: webhookId, accountId } = await makers(sql).webhook();
  const [replay] = await sql`
    insert into replays (id, account_id, choice, rate_per_second, fingerprint, total, collected)
    values (new_id(), ${accountId}, '{}', 100, 'a', ${backlog}, true) returning id`;
  await sql`
    insert into replay_items (replay_id, delivery_id, state)
    select ${replay?.id}, new_id(), 'queued' from generate_series(1, ${backlog})`;
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at, replay_id)
    select delivery_id, new_id(), ${webhookId}, ${accountId}, 'replay', 2, now() + interval '1 hour', replay_id
    from replay_items`;
  await sql`vacuum analyze`;
  const { db, readsOf } = await recordReads(sql, url);

  test("does not read the deliveries that wait for a retry", async () => {
    const { rows } = await readsOf(async () => {
      expect(await advance(db, replay?.id)).not.toBe("failed");
    });
    expect(rows).toBeLessThan(100);
  });
});

/** A publisher with an address of its own for each event has a target for each that waits. */
describe.skipIf(process.env.TEST_DATABASE_URL)("publishing a one-shot callback", async () => {
  const { sql, url } = await freshDatabase();
  const [own, theirs] = [await makers(sql).account(), await makers(sql).account()];
  await sql`
    insert into webhooks (id, account_id, callback_url, events, one_shot)
    select new_id(), ${theirs}, 'https://hooks.example/' || n, '{}', true from generate_series(1, ${backlog}) n`;
  await sql`vacuum analyze`;
  const { db, readsOf } = await recordReads(sql, url);
  const ctx = { ...machineContext(db), accountId: own };

  test.each([
    ["a new", "own", own],
    ["a known", "7", theirs],
  ])("reads %s target and no other", async (_, place, accountId) => {
    const draft = { callbackUrl: `https://hooks.example/${place}` };
    let target: string | undefined;
    const { rows } = await readsOf(async () => {
      const asked = { drafts: [draft], accountOf: () => accountId, path: () => "" };
      target = (await oneShotTargets(ctx, asked))(draft);
    });
    expect(await sql`select account_id, callback_url from webhooks where id = ${target!}`).toEqual([
      { accountId, ...draft },
    ]);
    expect(rows).toBeLessThan(100);
  });
});
