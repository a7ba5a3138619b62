import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 16,
  ...toLoopback,
};

let receiver: Receiver;
let bad: Receiver;
let workers: ReturnType<typeof startWorker>[] = [];
beforeEach(async () => {
  [receiver, bad] = await Promise.all([startReceiver(), startReceiver()]);
});
afterEach(async () => {
  await Promise.all([receiver.close(), bad.close()]);
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

const work = () => workers.push(startWorker(url, settings));

test("thousands of rows of a receiver that hangs delay no other webhook", async () => {
  bad.answer(misbehave.hang);
  const hanging = await make.webhook({ callbackUrl: bad.url, deadlineSeconds: 30 });
  await backlog(hanging, 3000, "1 hour");
  const healthy = await make.webhook({ callbackUrl: receiver.url, deadlineSeconds: 15 });
  const ids = new Set((await backlog(healthy, 300, "1 minute")).map(({ eventId }) => eventId));

  work();
  await receiver.waitFor(300);

  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(ids);
  await eventually(async () => expect(await queued(healthy)).toEqual([]));
  // None of its requests has ended so far.
  const left = await sql`
    select lane, leased, count(*)::int as n, max(attempt) as attempt from queue
    where webhook_id = ${hanging.id} group by lane, leased order by lane, leased`;
  expect(left.filter(({ leased }) => !leased)).toEqual([
    { lane: 1, leased: false, n: 3000 - bad.received.length, attempt: 0 },
  ]);
  expect(bad.received.length).toBeGreaterThan(0);
  expect(
    await sql`select 1 from attempts where delivery_id in (
    select id from deliveries where webhook_id = ${hanging.id})`,
  ).toHaveLength(0);
});

test("new webhooks that hang leave a slot to the account's other new webhooks", async () => {
  bad.answer(misbehave.hang);
  const accountId = await make.account();
  const draft = { accountId, deadlineSeconds: 30, isNew: true };
  for (let n = 0; n < 4; n++)
    await backlog(await make.webhook({ ...draft, callbackUrl: bad.url }), 100, "1 hour");
  for (let n = 0; n < 30; n++)
    await backlog(await make.webhook({ ...draft, callbackUrl: receiver.url }), 2, "1 minute");

  // Six of the 48 slots of lane 0, and two of the 16 of lane 1, are for new webhooks of one account.
  workers.push(startWorker(url, { ...settings, WORKER_CONCURRENCY: 64 }));
  await receiver.waitFor(60);

  expect(bad.received.length).toBeLessThanOrEqual(4);
  expect(
    await sql`select from attempts a join deliveries d on d.id = a.delivery_id
    join webhooks w on w.id = d.webhook_id and w.callback_url = ${bad.url}`,
  ).toHaveLength(0);
});

test.each([1, 3, 64])("never more than %i requests are in flight to a webhook", async (limit) => {
  const counted = countConcurrent();
  const hook = await make.webhook({
    callbackUrl: receiver.url,
    maxConcurrency: limit,
    deadlineSeconds: 15,
  });
  await backlog(hook, 200, "1 minute");

  work();
  await receiver.waitFor(200);

  await eventually(async () => expect(await queued(hook)).toEqual([]));
  expect(counted.most()).toBeLessThanOrEqual(limit);
  expect(receiver.received).toHaveLength(200);
  const [sent] = await sql`
    select count(*)::int as deliveries, max(attempts)::int as attempts from deliveries
    where webhook_id = ${hook.id} and status = 'delivered'`;
  expect(sent).toEqual({ deliveries: 200, attempts: 1 });
});

test("a missed deadline moves all rows of a webhook to lane 1; fast responses bring it back", async () => {
  bad.answer(misbehave.hang, 200);
  const hook = await make.webhook({ callbackUrl: bad.url });
  const first = await make.delivery(hook);
  work();
  await eventually(async () => expect(await slow(hook)).toBe(true));
  await eventually(async () => expect((await queued(hook))[0]).toMatchObject({ leased: false }));
  // The retry time is set here, independent of the speed of the machine.
  await sql`update queue set due_at = now() + interval '1 hour' where delivery_id = ${first.id}`;

  await backlog(hook, 20, "1 minute");
  wake(sql);
  await bad.waitFor(21);
  await eventually(async () => expect(await slow(hook)).toBe(false));
  await eventually(async () => expect(await queued(hook)).toHaveLength(1));

  await sql`update queue set due_at = now() where delivery_id = ${first.id}`;
  wake(sql);
  await eventually(async () => expect(await queued(hook)).toEqual([]));
  expect(bad.received).toHaveLength(22);
});

/** Creates rows that have been due for a given time. */
async function backlog(hook: { id: string; accountId: string }, count: number, age: string) {
  const [event] = await sql`
    insert into events (id, account_id, name, data, subject)
    select new_id(), ${hook.accountId}, 'VIDEO_GENERATION_SUCCESS', '{"videoId":"v"}', 'v'
    from generate_series(1, ${count}) returning id`.then((rows) => [rows]);
  return sql<{ eventId: string }[]>`
    with logged as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select new_id(), ${hook.accountId}, e, ${hook.id}, 'VIDEO_GENERATION_SUCCESS', '', 'event'
      from unnest(${event!.map(({ id }) => id)}::uuid[]) e returning id, event_id
    )
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
    select id, event_id, ${hook.id}, ${hook.accountId}, 'event', now() - ${age}::interval from logged
    returning event_id`;
}

/** Returns the largest number of requests that the receiver had at once. */
function countConcurrent() {
  let [now, most] = [0, 0];
  receiver.answer((response) => {
    now++;
    most = Math.max(most, now);
    setTimeout(() => {
      now--;
      response.end();
    }, 5);
  });
  return { most: () => most };
}

async function queued({ id }: { id: string }) {
  return [...(await sql`select lane, leased from queue where webhook_id = ${id}`)];
}

async function slow({ id }: { id: string }): Promise<boolean> {
  return (
    (await sql`select 1 from receivers where webhook_id = ${id} and slow_since is not null`)
      .length > 0
  );
}
