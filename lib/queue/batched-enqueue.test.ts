import { describe, expect, test } from "vitest";
import { connectGroupInserts } from "@/db/client";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { batchedEventQueue } from "./batched-enqueue";
import { noCapacity } from "./capacity";
import { EnqueueLine, type Waiting } from "./enqueue-line";

const newEvent = (accountId: string, n: number) => ({
  accountId,
  event: "VIDEO_GENERATION_SUCCESS" as const,
  data: `{"videoId":"v-${n}"}`,
  subject: `v-${n}`,
});

test("concurrent requests are stored in few statements, each answered with its own events", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const queue = batchedEventQueue(database.sql, () => undefined);
  const stored = await Promise.all(
    Array.from({ length: 100 }, (_, n) => queue.enqueue([newEvent(accountId, n)])),
  );

  const rows = await database.sql`select id, subject, xmin::text as written from events`;
  const subjects = new Map(rows.map(({ id, subject }) => [id, subject]));
  expect(stored.map(([one]) => subjects.get(one!.id))).toEqual(
    Array.from({ length: 100 }, (_, n) => `v-${n}`),
  );
  expect(stored.every(([one]) => one!.deliveryIds.length === 1)).toBe(true);
  expect(new Set(rows.map(({ written }) => written)).size).toBeLessThan(10);
});

test("an event that Postgres rejects fails alone", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const queue = batchedEventQueue(database.sql, () => undefined);
  const all = await Promise.allSettled([
    queue.enqueue([newEvent(accountId, 1)]),
    queue.enqueue([newEvent(accountId, 2), newEvent(accountId, 3)]),
    queue.enqueue([newEvent(accountId, 4), { ...newEvent(accountId, 5), subject: "\u0000" }]),
    queue.enqueue([newEvent(accountId, 6)]),
  ]);

  expect(all.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  const rows = await database.sql`select subject from events order by subject`;
  expect(rows.map(({ subject }) => subject)).toEqual(["v-1", "v-2", "v-3", "v-6"]);
});

test("events are stored once and answered, whatever the hand-off does with them", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const handOff = {
    capacity: () => noCapacity,
    take: () => expect.fail("defect of a worker"),
  };
  const queue = batchedEventQueue(database.sql, () => handOff);
  const stored = await Promise.all(
    Array.from({ length: 4 }, (_, n) => queue.enqueue([newEvent(accountId, n)])),
  );

  const rows = await database.sql`select id from events order by id`;
  expect(rows.map(({ id }) => id)).toEqual(stored.map(([one]) => one?.id).sort());
});

test("events of an aborted request are not stored", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const queue = batchedEventQueue(database.sql, () => undefined);
  let isOver = false;
  const under = queue.enqueue([newEvent(accountId, 1)], () => isOver);
  const given = queue.enqueue([newEvent(accountId, 2)], () => isOver);
  const last = queue.enqueue([newEvent(accountId, 3)]);
  isOver = true;

  await expect(given).rejects.toMatchObject({ code: 50300 });
  await Promise.all([under, last]);
  const rows = await database.sql`select subject from events order by subject`;
  expect(rows.map(({ subject }) => subject)).toEqual(["v-1", "v-3"]);
});

test("an event is stored while the statement of a large fan-out waits", async () => {
  const { sql } = await freshDatabase();
  const make = makers(sql);
  const [{ accountId: large }, { accountId: small }] = [await make.webhook(), await make.webhook()];
  await make.webhooks(large, 600);
  const queue = batchedEventQueue(sql, () => undefined);
  await queue.enqueue([newEvent(large, 1)]);

  // The list of its webhooks references the account.
  const busy = await sql.reserve();
  await busy`begin`;
  await busy`select from accounts where id = ${large} for update`;
  const blocked = queue.enqueue([newEvent(large, 2)]);
  const [stored] = await queue.enqueue([newEvent(small, 3)]);
  expect(stored!.deliveryIds).toHaveLength(1);
  await busy`rollback`;
  busy.release();
  expect((await blocked)[0]!.deferred).toBe(601);
});

test("accounts take turns, and a group has a bounded cost", () => {
  const line = new EnqueueLine<Waiting>(3);
  const request = (account: string, n: number, cost = 1): Waiting => ({
    newEvents: [newEvent(account, n)],
    cost,
    audienceCost: 0,
  });
  for (const n of [1, 2, 3, 4]) line.add(request("busy", n));
  line.add(request("other", 5));
  line.add(request("large", 6, 10));

  const group = () => line.takeGroup().map(({ newEvents: [first] }) => first!.subject);
  expect(group()).toEqual(["v-1", "v-5"]);
  expect(group()).toEqual(["v-6"]);
  expect(group()).toEqual(["v-2", "v-3", "v-4"]);
  expect(line.isEmpty).toBe(true);
});

test("concurrent events of an account with many webhooks share one look-up of them", async () => {
  const { sql } = await freshDatabase();
  const make = makers(sql);
  const { accountId } = await make.webhook();
  await make.webhooks(accountId, 2500);
  const queue = batchedEventQueue(sql, () => undefined);
  await queue.enqueue([newEvent(accountId, 0)]);

  const stored = await Promise.all(
    Array.from({ length: 50 }, (_, n) => queue.enqueue([newEvent(accountId, n + 1)])),
  );

  expect(stored.every(([one]) => one!.deferred === 2501)).toBe(true);
  const [counted] = await sql`select count(*)::int as audiences from audiences`;
  // One for the first event, one for the request that found the writer idle, one for those that gathered meanwhile.
  expect(counted).toEqual({ audiences: 3 });
});

describe("a group that is stopped at the time limit", () => {
  test("is stored but for the requests that cannot be", async () => {
    const { sql, url } = await freshDatabase();
    const make = makers(sql);
    const { accountId: blocked } = await make.webhook();
    await make.webhooks(blocked, 500);
    const others = [];
    for (let n = 0; n < 6; n++) others.push((await make.webhook()).accountId);
    const groupInserts = connectGroupInserts(url, 2, 1000);
    const queue = batchedEventQueue(groupInserts, () => undefined);
    // The fan-out of this account refers to its row, so storing it waits for the lock.
    const lock = await sql.reserve();
    await lock`begin`;
    await lock`select from accounts where id = ${blocked} for update`;

    const owners = [others[0]!, ...others, blocked, ...others, blocked];
    const all = await Promise.allSettled(
      owners.map((accountId, n) => queue.enqueue([newEvent(accountId, n)])),
    );

    const failed = all.flatMap(({ status }, n) => (status === "rejected" ? [owners[n]] : []));
    expect(failed).toEqual([blocked, blocked]);
    const stored = await sql`select subject from events`;
    expect(stored).toHaveLength(owners.length - 2);
    await lock`rollback`;
    lock.release();
    await queue.enqueue([newEvent(blocked, 0)]);
    await groupInserts.end();
  });

  test("is refused as a whole when no part of it can be stored", async () => {
    const { sql, url } = await freshDatabase();
    const { accountId } = await makers(sql).webhook();
    const groupInserts = connectGroupInserts(url, 2, 1000);
    const queue = batchedEventQueue(groupInserts, () => undefined);
    const lock = await sql.reserve();
    await lock`begin`;
    await lock`lock table events in access exclusive mode`;

    const all = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => queue.enqueue([newEvent(accountId, n)])),
    );

    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    await lock`rollback`;
    lock.release();
    expect(await queue.enqueue([newEvent(accountId, 1)])).toHaveLength(1);
    expect(await sql`select from events`).toHaveLength(1);
    await groupInserts.end();
  });
});
