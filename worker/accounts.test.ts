import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
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
let hanging: Receiver;
let workers: ReturnType<typeof startWorker>[] = [];
beforeEach(async () => {
  await sql`truncate queue`;
  [receiver, hanging] = await Promise.all([startReceiver(), startReceiver()]);
  hanging.answer(misbehave.hang);
});
afterEach(async () => {
  await Promise.all([receiver.close(), hanging.close()]);
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

const work = () => {
  const worker = startWorker(url, settings);
  workers.push(worker);
  return worker;
};

describe.each([
  [0, "first attempts"],
  [1, "what waits apart"],
  [2, "retries"],
])("in lane %i, of %s", (lane) => {
  test.each([
    ["new targets", 1],
    ["webhooks with a history", 1],
    ["webhooks with a history", 2],
  ])(
    "hundreds of %s that hang leave another account's webhook a slot; workers: %i",
    async (what, count) => {
      const attacker = await make.account();
      await targets(attacker, 300, { url: hanging.url, isNew: what === "new targets" });
      await enqueueEach(attacker, { lane, age: "1 hour" });
      const neighbour = await make.webhook({ callbackUrl: receiver.url, isNew: true });
      const waiting = Array.from({ length: 10 }, () => make.delivery(neighbour));
      await Promise.all(waiting);
      await sql`update queue set lane = ${lane} where webhook_id = ${neighbour.id}`;

      for (let n = 0; n < count; n++) work();
      await hanging.waitFor(1);
      await receiver.waitFor(10);

      expect(await ended(attacker)).toBe(0);
    },
  );
});

test("a webhook that missed a deadline is served while hundreds that hang wait beside it", async () => {
  const attacker = await make.account();
  await targets(attacker, 300, { url: hanging.url, isNew: false });
  await enqueueEach(attacker, { lane: 1, age: "1 hour" });
  const neighbour = await make.webhook({ callbackUrl: receiver.url, isNew: true });
  await sql`insert into receivers (webhook_id, slow_since) 
    select id, now() from webhooks where account_id in (${attacker}, ${neighbour.accountId})`;
  work();
  await hanging.waitFor(3);

  for (let n = 0; n < 10; n++) await make.delivery(neighbour);
  wake(sql);
  await receiver.waitFor(10);

  expect(await ended(attacker)).toBe(0);
});

test("a hand-off leaves another account a slot", async () => {
  const attacker = await make.account();
  const ids = await targets(attacker, 300, { url: hanging.url, isNew: true });
  const neighbour = await make.webhook({ callbackUrl: receiver.url, isNew: true });
  const worker = work();
  const queue = batchedEventQueue(sql, () => worker.handOff);

  await Promise.all(ids.map((onlyTo) => queue.enqueue([eventTo(attacker, onlyTo)])));
  await hanging.waitFor(1);
  await queue.enqueue([eventTo(neighbour.accountId, neighbour.id)]);
  await receiver.waitFor(1);

  expect(await ended(attacker)).toBe(0);
  expect(hanging.received.length).toBeLessThan(5);
});

test.each([
  [0, "due"],
  [1, "lane1"],
] as const)(
  "receivers that were fast and then hang leave another account a slot in lane %i",
  async (lane, channel) => {
    const attacker = await make.account();
    const drafts = [1, 2, 3].map(() =>
      make.webhook({
        accountId: attacker,
        callbackUrl: hanging.url,
        maxConcurrency: 64,
        deadlineSeconds: 30,
      }),
    );
    const hooks = await Promise.all(drafts);
    const worker = work();
    const queue = batchedEventQueue(sql, () => worker.handOff);
    const flood = () =>
      Promise.all(
        hooks.flatMap(({ id }) =>
          Array.from({ length: 40 }, () => queue.enqueue([eventTo(attacker, id)])),
        ),
      );
    hanging.answer(200);
    await flood();
    await hanging.waitFor(120);
    hanging.answer(misbehave.hang);
    await flood();
    // All but one of the twelve slots of lane 0 and of the four of lane 1, where its rows over capacity wait.
    await hanging.waitFor(120 + 11 + 3);

    const neighbour = await make.webhook({ callbackUrl: receiver.url, isNew: true });
    await Promise.all(Array.from({ length: 10 }, () => make.delivery(neighbour)));
    await sql`update queue set lane = ${lane} where webhook_id = ${neighbour.id}`;
    wake(sql, channel);
    await receiver.waitFor(10);

    expect(hanging.received.length).toBe(120 + 11 + 3);
  },
);

test("new targets that hang leave the account's other webhooks their slots", async () => {
  const accountId = await make.account();
  await targets(accountId, 300, { url: hanging.url, isNew: true });
  await enqueueEach(accountId, { lane: 0, age: "1 hour" });
  const others = await targets(accountId, 30, { url: receiver.url, isNew: false });
  const queue = batchedEventQueue(sql, () => undefined);
  await Promise.all(others.map((onlyTo) => queue.enqueue([eventTo(accountId, onlyTo)])));

  work();
  await receiver.waitFor(30);

  expect(await ended(accountId, hanging.url)).toBe(0);
  expect(hanging.received.length).toBeLessThan(5);
});

type Drafted = { url: string; isNew: boolean };

/** Creates webhooks of an account, each known to the worker or new. */
async function targets(accountId: string, count: number, { url, isNew }: Drafted) {
  await sql`
    insert into account_secrets (id, account_id, secret)
    select new_id(), ${accountId}, ${"whsec_".padEnd(50, "A")}
    where not exists (select from account_secrets where account_id = ${accountId})`;
  const rows = await sql<{ id: string }[]>`
    insert into webhooks (id, account_id, callback_url, events, deadline_seconds, one_shot, last_triggered_at)
    select new_id(), ${accountId}, ${url} || '?' || n, '{}', 30, true, ${isNew ? null : new Date()}
    from generate_series(1, ${count}) n returning id`;
  return rows.map(({ id }) => id);
}

/** Creates one delivery to each webhook of an account, due for a given time. */
async function enqueueEach(accountId: string, { lane, age }: { lane: number; age: string }) {
  await sql`
    with event as (
      insert into events (id, account_id, name, data, subject)
      values (new_id(), ${accountId}, 'VIDEO_GENERATION_SUCCESS', '{"videoId":"v"}', 'v') returning id
    ), made as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select new_id(), w.account_id, event.id, w.id, 'VIDEO_GENERATION_SUCCESS', w.callback_url, 'event'
      from webhooks w, event where w.account_id = ${accountId} returning id, event_id, webhook_id
    )
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at)
    select id, event_id, webhook_id, ${accountId}, 'event', ${lane}, now() - ${age}::interval from made`;
}

function eventTo(accountId: string, onlyTo: string) {
  const event = "VIDEO_GENERATION_SUCCESS" as const;
  return { accountId, event, data: '{"videoId":"v"}', subject: "v", onlyTo };
}

/** Returns the number of ended attempts of an account: each freed a slot. */
async function ended(accountId: string, url = ""): Promise<number> {
  const rows = await sql`
    select from attempts a join deliveries d on d.id = a.delivery_id
    where d.account_id = ${accountId} and d.callback_url like ${`${url}%`}`;
  return rows.length;
}
