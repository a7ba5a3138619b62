import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectClaims,
  connectDatabase,
  connectEngine,
  connectGroupInserts,
  type Sql,
} from "@/db/client";
import { DueAlerts, portion } from "@/lib/alerts/outbox";
import { claim } from "@/lib/queue/claim";
import { enqueue, inTransaction, prepared } from "@/lib/queue/enqueue";
import { expandFanOuts } from "@/lib/queue/fan-out";
import type { NewEvent } from "@/lib/queue/new-event";
import { searchWebhooks } from "@/lib/webhook-search/operations";
import { machineContext } from "./context";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { largest, rowsOf } from "./plans/largest";
import { nodesOf, recordPlans } from "./plans/record";

const event = { event: "VIDEO_GENERATION_SUCCESS", data: "{}", subject: "video" } as const;
/** Webhooks of each test. A join that compares them with each other, row by row, reads 160,000 rows. */
const count = 400;
const most = 10 * count;

// Joins of two CTEs are compared row by row where the planner expects few rows, or may not use hash joins.
describe.skipIf(process.env.TEST_DATABASE_URL)("rows that a step of a plan reads", () => {
  let sql: Sql;
  let relay: Awaited<ReturnType<typeof recordPlans>>;
  let make: ReturnType<typeof makers>;
  beforeAll(async () => {
    const database = await freshDatabase();
    sql = database.sql;
    make = makers(sql);
    relay = await recordPlans(database.url);
  });
  afterAll(() => relay.close());

  /** Returns an account with webhooks of which nothing is known. */
  async function accountWith(webhooks: number): Promise<string> {
    const id = await make.account();
    await make.webhooks(id, webhooks);
    await sql`update webhooks set last_triggered_at = now() where account_id = ${id}`;
    return id;
  }

  /** Queues a due delivery for each webhook of an account. */
  async function queueEach(accountId: string, lane: number): Promise<void> {
    await sql`
      with made as materialized (select new_id() as id, w.id as webhook_id from webhooks w where account_id = ${accountId}),
        stored as (insert into events (id, account_id, name, data, subject)
          select id, ${accountId}, ${event.event}, '{}', 'video' from made)
      insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at)
      select id, id, webhook_id, ${accountId}, 'event', ${lane}, now() - interval '1 second' from made`;
  }

  async function pause(accountId: string): Promise<void> {
    await sql`update webhooks set paused_at = now(), pause_reason = 'person' where account_id = ${accountId}`;
  }

  async function claimed(lane: 0 | 1): Promise<{ rows: number; examined: number }> {
    const claims = connectClaims(relay.url, 1, 60_000);
    let examined = 0;
    const plans = await relay.of(async () => {
      const capacity = { slots: 100_000, memoryLeft: 100_000, newTargetLimit: 100_000 };
      ({ examined } = await claim(claims, { ...capacity, lane, limit: count }));
    });
    await claims.end();
    return { rows: largest(plans), examined };
  }

  test("to claim rows of paused webhooks", async () => {
    const account = await accountWith(count);
    await queueEach(account, 0);
    await pause(account);
    const { rows, examined } = await claimed(0);
    expect(examined).toBe(count);
    expect(rows).toBeLessThan(most);
  });

  test.each(["recovering", "rated"])("to claim rows of webhooks that are %s", async (kind) => {
    await sql`truncate queue`;
    const accounts = await Promise.all([1, 2, 3, 4].map(() => accountWith(count / 4)));
    for (const account of accounts) {
      await queueEach(account, 1);
      await (kind === "rated"
        ? sql`update webhooks set rate_per_second = 100 where account_id = ${account}`
        : sql`insert into receivers (webhook_id, open_until, cooldown_seconds)
            select id, now(), 30 from webhooks where account_id = ${account}`);
    }
    const { rows, examined } = await claimed(1);
    expect(examined).toBe(count);
    expect(rows).toBeLessThan(most);
  });

  test("to expand a fan-out to paused webhooks", async () => {
    const account = await accountWith(count);
    await pause(account);
    await sql`
      with frozen as (
        insert into audiences (id, account_id, webhook_ids)
        select new_id(), ${account}, array_agg(id) from webhooks where account_id = ${account} returning id
      )
      insert into fan_outs (event_id, account_id, event, audience_id, size)
      select new_id(), ${account}, ${event.event}, id, ${count} from frozen`;
    const engine = connectEngine(relay.url, 1);
    const plans = await relay.of(async () => {
      expect((await expandFanOuts(engine, count)).created).toBe(count);
    });
    await engine.end();
    expect(largest(plans)).toBeLessThan(most);
  });

  test.each([
    ["few webhooks", 50, 8],
    ["more webhooks than one statement serves", 8, 501],
  ])("to store events of many accounts with %s", async (_, accounts, webhooks) => {
    const events: NewEvent[] = [];
    for (let n = 0; n < accounts; n++)
      events.push({ ...event, accountId: await accountWith(webhooks) });
    const inserts = connectGroupInserts(relay.url, 1, 60_000);
    let made = 0;
    const plans = await relay.of(async () => {
      const stored = await enqueue(prepared(inserts), events);
      for (const { deliveryIds, deferred } of stored.events) made += deliveryIds.length + deferred;
    });
    await inserts.end();
    expect(made).toBe(accounts * webhooks);
    // With few webhooks, the events are compared with the sizes of their audiences.
    expect(largest(plans)).toBeLessThan(Math.max(2.5 * accounts * accounts, 3 * made));
  });

  test("to lease due alerts portion by portion", async () => {
    await sql`
      insert into alert_receivers (id, callback_url, kinds, secret)
      values (new_id(), 'https://pager.example/', '{webhook.failing}', 'sealed')`;
    await sql`
      insert into alerts (id, kind, data)
      select new_id(), 'webhook.failing', json_build_object('accountId', n % 20)::text from generate_series(1, ${most}) n`;
    const db = connectDatabase(relay.url, 1);
    const due = new DueAlerts(db);
    const plans = await relay.of(async () => {
      for (let n = 0; n < 20; n++) expect(await due.take()).toHaveLength(portion);
    });
    await db.$client.end();
    // All are read once, in a few steps of one plan.
    const read = plans.flatMap(nodesOf).map(rowsOf);
    expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(10 * most);
  });

  // The planner cannot know how many webhooks have a text.
  test("to search webhooks by text", async () => {
    const own = await freshDatabase();
    const { account, webhooks } = makers(own.sql);
    const accountId = await account();
    await webhooks(accountId, count);
    await own.sql`
      insert into tallies (grain, at, account_id, webhook_id, event, result, n, last_at)
      select 30, date_bin('30 minutes', now(), 'epoch') - slot * interval '30 minutes', account_id, id, ${event.event},
        'delivered', 1, now()
      from webhooks, generate_series(0, 3) slot`;
    await own.sql`analyze webhooks, receivers, tallies`;
    const { url, of, close } = await recordPlans(own.url);
    const db = connectDatabase(url, 1);
    const query = { q: "hooks example", sort: "match", limit: 10 } as const;
    const plans = await of(async () => {
      const { total } = await searchWebhooks({ ...machineContext(db), accountId }, query);
      expect(total).toBe(count);
    });
    await db.$client.end();
    close();
    expect(largest(plans)).toBeLessThan(most);
  });

  // A request with an `Idempotency-Key` plans the statement by the statistics of all webhooks: here there are none yet.
  test("to store a batch in which each event names its webhook", async () => {
    const own = await freshDatabase();
    const { account, webhooks } = makers(own.sql);
    const accountId = await account();
    await webhooks(accountId, 10 * count);
    const targets = await own.sql<{ id: string }[]>`select id from webhooks limit ${count}`;
    const events = targets.map(({ id }) => ({ ...event, accountId, onlyTo: id }));
    const { url, of, close } = await recordPlans(own.url);
    const db = connectDatabase(url, 1);
    const plans = await of(() =>
      db.transaction(async (transaction) => {
        const stored = await enqueue(inTransaction(transaction), events);
        expect(stored.events.flatMap(({ deliveryIds }) => deliveryIds)).toHaveLength(count);
      }),
    );
    await db.$client.end();
    close();
    expect(largest(plans)).toBeLessThan(20 * count);
  });
});
