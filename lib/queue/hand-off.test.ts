import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";
import type { Claimed } from "./claimed";
import { groupedIntake } from "./grouped";
import { outlet } from "./outlet";
import { noRoom, type Room } from "./room";

const { sql, db } = await freshDatabase();
const make = makers(sql);

let room: Room;
let handed: Claimed[];
const intake = groupedIntake(sql, () => ({
  room: () => room,
  take: ({ claimed }) => void handed.push(...claimed),
}));
beforeEach(async () => {
  await sql`truncate queue`;
  room = { limit: 100, slots: 100, busy: [] };
  handed = [];
});

const events = (accountId: string, count = 1, more = {}) =>
  Array.from({ length: count }, (_, n) => ({
    accountId,
    event: "VIDEO_GENERATION_SUCCESS" as const,
    data: `{ "videoId":"v-${n}" }`,
    subject: `v-${n}`,
    ...more,
  }));

test("what is accepted is leased to this process from the start, with all that sending needs", async () => {
  const hook = await make.webhook();
  const [told] = await intake.enqueue(events(hook.accountId));

  expect(handed).toMatchObject([
    { eventId: told!.id, deliveryId: told!.deliveryIds[0], attempt: 1, step: 1, trigger: "event" },
  ]);
  expect(handed[0]).toMatchObject({
    data: '{ "videoId":"v-0" }',
    secrets: [expect.stringContaining(` ${hook.secret}`)],
  });
  expect(await queue()).toEqual([{ leased: true, attempt: 1, step: 1, due: false }]);
  expect((await claim(sql, { limit: 9 })).examined).toBe(0);
});

test("it is settled like what was claimed", async () => {
  const hook = await make.webhook();
  await intake.enqueue(events(hook.accountId, 2));
  const results = handed.map((claimed) => ({ claimed, outcome: null }));

  expect(await outlet(sql).settle(results)).toBe(2);

  expect(await queue()).toEqual(Array(2).fill({ leased: false, attempt: 0, step: 0, due: true }));
});

test("if this process is lost its lease ends, and the attempt is written down as lost", async () => {
  const hook = await make.webhook();
  await intake.enqueue(events(hook.accountId));
  await sql`update queue set due_at = now()`;

  const { claimed } = await claim(sql, { limit: 9 });

  expect(claimed).toMatchObject([{ deliveryId: handed[0]!.deliveryId, attempt: 2 }]);
  expect(
    await sql`select number, cause from attempts where delivery_id = ${handed[0]!.deliveryId}`,
  ).toMatchObject([{ number: 1, cause: "internal" }]);
});

test("what there is no room for waits in lane 1, due at once for whoever has room", async () => {
  const hook = await make.webhook({ maxConcurrency: 3 });
  await intake.enqueue(events(hook.accountId, 10));
  expect(handed).toHaveLength(3);
  expect(await dueCount()).toBe(7);
  expect((await claim(sql, { limit: 9 })).examined).toBe(0);

  room = { ...room, busy: [{ webhookId: hook.id, held: 3, inLane: 3, room: null }] };
  await intake.enqueue(events(hook.accountId));
  expect(handed).toHaveLength(3);

  room = { ...room, busy: [{ webhookId: hook.id, held: 3, inLane: 3, room: 5 }] };
  await intake.enqueue(events(hook.accountId, 9));
  expect(handed).toHaveLength(8);
});

test("whoever has no worker beside it leaves all to the workers", async () => {
  room = noRoom;
  await intake.enqueue(events((await make.webhook()).accountId));

  expect(handed).toHaveLength(0);
  expect((await claim(sql, { limit: 9 })).claimed).toHaveLength(1);
});

test("webhooks that hang leave slots to others", async () => {
  const accountId = await make.account();
  for (let n = 0; n < 20; n++) await make.webhook({ accountId, maxConcurrency: 64 });
  room = { limit: 400, slots: 40, busy: [] };

  await intake.enqueue(events(accountId, 20));

  expect(handed.length).toBeLessThanOrEqual(40);
});

test.each([
  ["slow", { slow_since: new Date() }, {}],
  ["resting", { open_until: new Date() }, {}],
  ["with a rate of its own", {}, { rate_per_second: 5 }],
  ["paused", {}, { paused_at: new Date() }],
])("a webhook that is %s goes by the lanes", async (_what, receiver, settings) => {
  const hook = await make.webhook();
  await sql`insert into receivers ${sql({ webhook_id: hook.id, ...receiver })}`;
  await sql`update webhooks set ${sql({ label: "", ...settings })} where id = ${hook.id}`;

  await intake.enqueue(events(hook.accountId));

  expect(handed).toEqual([]);
  expect(await queue()).toMatchObject([{ leased: false, attempt: 0 }]);
});

test("somebody waits for a test, so it goes at once, paused or not", async () => {
  const hook = await make.webhook({ paused: true });
  await intake.enqueue(events(hook.accountId, 1, { testOf: hook.id }));

  expect(handed).toMatchObject([{ trigger: "test", attempt: 1, step: 0 }]);
});

test("nothing is handed on before the transaction around it is over", async () => {
  const hook = await make.webhook();
  await db
    .transaction(async (tx) => {
      const inner = intake.within(tx);
      await inner.enqueue(events(hook.accountId));
      expect(handed).toEqual([]);
      return inner;
    })
    .then(({ committed }) => committed());

  expect(handed).toHaveLength(1);
});

async function queue() {
  return [
    ...(await sql`select leased, attempt, step, due_at <= now() as due from queue order by due_at`),
  ];
}

async function dueCount(): Promise<number> {
  const [row] =
    await sql`select count(*)::int as n from queue where due_at <= now() and not leased`;
  return row?.n;
}
