import { beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/context";
import { updateSettings } from "@/lib/settings/operations";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { stuckDeliveries } from "@/tests/stuck";
import { resumeNext } from "./resume";

const { sql, db } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate accounts, events, deliveries, queue cascade`;
});

test("the request makes 5,000 parked deliveries due, workers the others, oldest first", async () => {
  const webhookId = await pausedWith(12_000);

  await setPaused(webhookId, false);

  expect(await queued(webhookId)).toEqual({ due: 5000, parked: 7000 });
  expect(await firstParked(webhookId)).toBe(5001);
  expect(await stuckDeliveries(sql)).toEqual([]);

  expect(await resumeNext(db)).toMatchObject({ freed: 5000 });
  expect(await firstParked(webhookId)).toBe(10_001);
  expect(await resumeNext(db)).toMatchObject({ freed: 2000 });
  expect(await resumeNext(db)).toBeNull();
  expect(await queued(webhookId)).toEqual({ due: 12_000, parked: 0 });
});

test("a webhook with few parked deliveries is resumed by the request alone", async () => {
  const webhookId = await pausedWith(5000);
  await setPaused(webhookId, false);
  expect(await queued(webhookId)).toEqual({ due: 5000, parked: 0 });
  expect(await resumeNext(db)).toBeNull();
});

test("a webhook that is paused again keeps the rest parked until it is resumed", async () => {
  const webhookId = await pausedWith(6000);
  await setPaused(webhookId, false);
  await setPaused(webhookId, true);

  expect(await resumeNext(db)).toMatchObject({ freed: 0 });
  expect(await resumeNext(db)).toBeNull();
  expect(await queued(webhookId)).toEqual({ due: 5000, parked: 1000 });

  await setPaused(webhookId, false);
  expect(await queued(webhookId)).toEqual({ due: 6000, parked: 0 });
});

test("an open circuit sends its probe at once, which costs no longer cool-down; one that recovers or is probed keeps its pace", async () => {
  const [resting, ramping, probed] = [
    await pausedWith(1),
    await pausedWith(1),
    await pausedWith(1),
  ];
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds, allowance)
    values (${resting}, now() + interval '10 minutes', 900, 0), (${ramping}, now() + interval '1 minute', 30, 4),
      (${probed}, now() + interval '1 minute', 900, 0)`;
  await sql`
    update queue q set lane = 1, leased = true, due_at = r.open_until
    from receivers r where r.webhook_id = ${probed} and q.webhook_id = r.webhook_id`;
  for (const id of [resting, ramping, probed]) await setPaused(id, false);
  const rows = await sql`
    select webhook_id, open_until <= now() as due, cooldown_seconds as cooldown from receivers`;
  const circuitOf = new Map(rows.map(({ webhookId, ...circuit }) => [webhookId, circuit]));
  expect(circuitOf.get(resting)).toEqual({ due: true, cooldown: 450 });
  expect(circuitOf.get(ramping)).toEqual({ due: false, cooldown: 30 });
  expect(circuitOf.get(probed)).toEqual({ due: false, cooldown: 900 });
});

test("an uncommitted step changes nothing", async () => {
  const webhookId = await pausedWith(6000);
  await setPaused(webhookId, false);
  await db
    .transaction(async (killed) => {
      await resumeNext(killed);
      throw new Error("killed");
    })
    .catch(() => null);
  expect(await queued(webhookId)).toEqual({ due: 5000, parked: 1000 });
  expect(await resumeNext(db)).toMatchObject({ freed: 1000 });
});

test("a step waits for no row: a locked one is left to the next step", async () => {
  const webhookId = await pausedWith(5010);
  await setPaused(webhookId, false);
  const other = await sql.reserve();
  await other`begin`;
  await other`
    select from queue where webhook_id = ${webhookId} and due_at = 'infinity' limit 1 for update`;

  expect(await resumeNext(db)).toMatchObject({ freed: 9 });
  expect(await queued(webhookId)).toEqual({ due: 5009, parked: 1 });

  await other`rollback`;
  other.release();
  expect(await resumeNext(db)).toMatchObject({ freed: 1 });
  expect(await resumeNext(db)).toBeNull();
});

test("any number of workers resume at once, each delivery once", async () => {
  const webhooks = [await pausedWith(5300), await pausedWith(5700)];
  for (const id of webhooks) await setPaused(id, false);
  let freed = 0;
  let isLeft = true;
  while (isLeft) {
    const steps = await Promise.all([1, 2, 3].map(() => resumeNext(db, 200)));
    for (const step of steps) freed += step?.freed ?? 0;
    isLeft = steps.some((step) => step !== null);
  }
  expect(freed).toBe(1000);
  expect(await stuckDeliveries(sql)).toEqual([]);
  for (const id of webhooks) expect(await queued(id)).toMatchObject({ parked: 0 });
});

test("accounts share a step equally, however many webhooks each resumes", async () => {
  const huge = await make.account();
  const theirs = [await pausedWith(5100, huge), await pausedWith(5100, huge)];
  const modest = await pausedWith(5100);
  for (const id of [...theirs, modest]) await setPaused(id, false);

  expect(await resumeNext(db, 100)).toMatchObject({ freed: 100 });

  expect(await queued(modest)).toEqual({ due: 5050, parked: 50 });
  expect(await queued(theirs[0]!)).toEqual({ due: 5050, parked: 50 });
  expect(await queued(theirs[1]!)).toEqual({ due: 5000, parked: 100 });
});

test("a resend that waits continues its schedule at once when the webhook runs again", async () => {
  const webhook = await make.webhook({ paused: true });
  await make.delivery(webhook, { trigger: "resend", resumeAt: "infinity" });
  await setPaused(webhook.id, false);
  expect(await sql`select from queue where resume_at <= now()`).toHaveLength(1);
});

test.each(["gone", "failing"])(
  "a webhook that was paused automatically (%s) starts with one request, unless it recovers already",
  async (reason) => {
    const [closed, ramping] = [await pausedWith(3), await pausedWith(3)];
    await sql`update webhooks set pause_reason = ${reason}`;
    await sql`
      insert into receivers (webhook_id, open_until, cooldown_seconds, allowance)
      values (${ramping}, now() + interval '1 minute', 30, 4)`;
    for (const id of [closed, ramping]) await setPaused(id, false);
    const circuitOf = (id: string) => sql`
      select open_until <= now() as due, allowance from receivers where webhook_id = ${id}`;
    expect(await circuitOf(closed)).toEqual([{ due: true, allowance: 1 }]);
    expect(await circuitOf(ramping)).toEqual([{ due: false, allowance: 4 }]);
  },
);

/** Creates a paused webhook with parked deliveries. `step` numbers them by age, from 1. */
async function pausedWith(parked: number, accountId?: string): Promise<string> {
  const webhook = await make.webhook({ paused: true, ...(accountId && { accountId }) });
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at, step)
    select overlay(id_at(now() - interval '1 day' + n * interval '1 second')::text placing right(new_id()::text, 12) from 25)::uuid,
      new_id(), ${webhook.id}, ${webhook.accountId}, 'event', 'infinity', n
    from generate_series(1, ${parked}) n order by random()`;
  return webhook.id;
}

async function setPaused(webhookId: string, paused: boolean): Promise<void> {
  const caller = { accountId: null, actor: { kind: "anonymous" }, scopes: [], requestId: "test" };
  const ctx = { db, queue: { wake() {} }, ...caller } as unknown as Context;
  await updateSettings(ctx, webhookId, { paused });
}

async function queued(webhookId: string) {
  const [row] = await sql`
    select count(*) filter (where due_at <= now())::int as due,
      count(*) filter (where due_at = 'infinity')::int as parked
    from queue where webhook_id = ${webhookId}`;
  return row;
}

async function firstParked(webhookId: string): Promise<number> {
  const [row] = await sql`
    select min(step) as n from queue where webhook_id = ${webhookId} and due_at = 'infinity'`;
  return row?.n;
}
