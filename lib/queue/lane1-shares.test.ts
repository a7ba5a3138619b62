import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate queue`;
});

test("gives to each webhook in turn, within its capacity", async () => {
  const [long, short] = [await make.webhook(), await make.webhook({ maxConcurrency: 2 })];
  for (let n = 0; n < 30; n++) await waiting(long, 60);
  for (let n = 0; n < 9; n++) await waiting(short, 1);

  const inFlight = [known(short.id, 1, true), known(long.id, 0, true)];
  const { claimed } = await claim(sql, { lane: 1, inFlight, limit: 9 });

  const taken = claimed.map(({ webhookId }) => webhookId);
  expect(taken.filter((id) => id === short.id)).toHaveLength(1);
  expect(taken.filter((id) => id === long.id)).toHaveLength(4);
});

test("a test that goes before all others there has not waited since the day before", async () => {
  const hook = await make.webhook();
  const dueAt = new Date(Date.now() - 86_400_000);
  const tested = await make.delivery(hook, { trigger: "test", dueAt });
  await sql`update queue set lane = 1 where delivery_id = ${tested.id}`;
  await waiting(hook, 5);

  const inFlight = [known(hook.id, 0, true)];
  const { claimed, oldest, hasLeft } = await claim(sql, { lane: 1, inFlight, limit: 9 });

  expect(claimed).toHaveLength(2);
  expect(oldest?.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  expect(hasLeft).toBe(false);
});

test.each([
  ["responds gets half of the slots", true, 20],
  ["did not respond in time leaves most slots to others", false, 4],
])("a webhook that %s", async (_, responds, count) => {
  const hook = await make.webhook();
  for (let n = 0; n < 30; n++) await waiting(hook, 5);

  const inFlight = [known(hook.id, 0, responds)];
  const { claimed } = await claim(sql, { lane: 1, inFlight, limit: 40 });

  expect(claimed).toHaveLength(count);
});

test("a fast webhook takes all it can, whatever number of webhooks hang beside it", async () => {
  const fast = await make.webhook();
  const { accountId } = fast;
  const hanging = await Promise.all(Array.from({ length: 15 }, () => make.webhook({ accountId })));
  for (const hook of hanging) for (let n = 0; n < 3; n++) await waiting(hook, 60);
  for (let n = 0; n < 40; n++) await waiting(fast, 1);

  const inFlight = [isFast(fast.id, 30), ...hanging.map(({ id }) => known(id, 2))];
  const claims = await claim(sql, { lane: 1, inFlight, limit: 40, slots: 8, memoryLeft: 200 });

  expect(countOf(claims.claimed, fast.id)).toBe(30);
  expect(claims.hasLeft).toBe(true);
  // Their next results free slots.
  expect(new Set(claims.leftOf)).toEqual(new Set([fast, ...hanging].map(({ id }) => id)));
});

test("an account with one fast webhook gets half of a claim beside one with many", async () => {
  const one = await make.webhook();
  const { accountId } = await make.webhook();
  const others = await Promise.all(Array.from({ length: 19 }, () => make.webhook({ accountId })));
  const hooks = [one, ...others];
  for (const hook of hooks) for (let n = 0; n < 40; n++) await waiting(hook, 5);

  const inFlight = hooks.map(({ id }) => isFast(id, 40));
  const { claimed } = await claim(sql, { lane: 1, inFlight, limit: 40, memoryLeft: 400 });

  expect(claimed).toHaveLength(40);
  expect(countOf(claimed, one.id)).toBe(20);
});

test("one webhook after the other when there is a single slot", async () => {
  const hooks = await Promise.all([1, 2, 3].map(() => make.webhook()));
  for (const hook of hooks) await waiting(hook, 5);

  const seen = new Set<string>();
  for (const _ of hooks) {
    const { claimed } = await claim(sql, { lane: 1, limit: 1 });
    for (const { webhookId } of claimed) seen.add(webhookId);
  }

  expect(seen.size).toBe(3);
});

test("a claim examines 5,000 webhooks, shared by the accounts, and the next continues after them", async () => {
  const accounts = await Promise.all(Array.from({ length: 50 }, () => make.account()));
  for (const account of accounts) await make.webhooks(account, 128);
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at)
    select new_id(), new_id(), id, account_id, 'event', 1, now() - interval '1 second'
    from webhooks where account_id = any(${accounts})`;
  const placesOf = async (cursors: Record<string, string>) =>
    (
      await sql<{ place: number }[]>`
        select distinct place from (
          select id, row_number() over (partition by account_id order by id)::int as place
          from webhooks where account_id = any(${accounts})
        ) w where id = any(${Object.values(cursors)})`
    ).map(({ place }) => place);

  // Another process has all slots: webhooks are examined, and no row is taken.
  const options = { lane: 1, limit: 10, slots: 0 } as const;
  const first = await claim(sql, options);
  expect(new Set(Object.keys(first.cursors))).toEqual(new Set(accounts));
  expect(await placesOf(first.cursors)).toEqual([100]);

  const { cursors, hasLeft } = await claim(sql, { ...options, cursors: first.cursors });
  expect(cursors).toEqual({});
  expect(hasLeft).toBe(true);
});

function known(webhookId: string, leased: number, responds = false) {
  return { webhookId, leased, inLane: leased, remaining: null, responds };
}

function isFast(webhookId: string, remaining: number) {
  return { webhookId, leased: 4, inLane: 4, remaining, responds: true };
}

function countOf(rows: { webhookId: string }[], id: string): number {
  return rows.filter(({ webhookId }) => webhookId === id).length;
}

async function waiting(hook: Awaited<ReturnType<typeof make.webhook>>, minutes: number) {
  const { id } = await make.delivery(hook, { dueAt: new Date(Date.now() - minutes * 60_000) });
  await sql`update queue set lane = 1 where delivery_id = ${id}`;
}
