import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { batchedEventQueue } from "./batched-enqueue";

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
