import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { groupedIntake } from "./grouped";

const happening = (accountId: string, n: number) => ({
  accountId,
  event: "VIDEO_GENERATION_SUCCESS" as const,
  data: `{"videoId":"v-${n}"}`,
  subject: `v-${n}`,
});

test("requests that come at once are stored in few statements, each answered with its own", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const queue = groupedIntake(database.sql, () => undefined);
  const told = await Promise.all(
    Array.from({ length: 100 }, (_, n) => queue.enqueue([happening(accountId, n)])),
  );

  const rows = await database.sql`select id, subject, xmin::text as written from events`;
  const subjects = new Map(rows.map(({ id, subject }) => [id, subject]));
  expect(told.map(([one]) => subjects.get(one!.id))).toEqual(
    Array.from({ length: 100 }, (_, n) => `v-${n}`),
  );
  expect(told.every(([one]) => one!.deliveryIds.length === 1)).toBe(true);
  expect(new Set(rows.map(({ written }) => written)).size).toBeLessThan(10);
});

test("what Postgres refuses fails alone", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const queue = groupedIntake(database.sql, () => undefined);
  const all = await Promise.allSettled([
    queue.enqueue([happening(accountId, 1)]),
    queue.enqueue([happening(accountId, 2), happening(accountId, 3)]),
    queue.enqueue([happening(accountId, 4), { ...happening(accountId, 5), subject: "\u0000" }]),
    queue.enqueue([happening(accountId, 6)]),
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

test("what its caller gave up before it was begun is not stored", async () => {
  const database = await freshDatabase();
  const { accountId } = await makers(database.sql).webhook();
  const queue = groupedIntake(database.sql, () => undefined);
  let isOver = false;
  const under = queue.enqueue([happening(accountId, 1)], () => isOver);
  const given = queue.enqueue([happening(accountId, 2)], () => isOver);
  const last = queue.enqueue([happening(accountId, 3)]);
  isOver = true;

  await expect(given).rejects.toMatchObject({ code: 50300 });
  await Promise.all([under, last]);
  const rows = await database.sql`select subject from events order by subject`;
  expect(rows.map(({ subject }) => subject)).toEqual(["v-1", "v-3"]);
});
