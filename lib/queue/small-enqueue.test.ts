import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { type Capacity, noCapacity } from "./capacity";
import { type Enqueued, enqueue, prepared } from "./enqueue";
import type { LeasedDelivery } from "./leased-delivery";
import type { NewEvent } from "./new-event";
import { enqueueSmall, isSmall } from "./small-enqueue";

const { sql } = await freshDatabase();
const make = makers(sql);
const room = { ...noCapacity, limit: 100, slots: 96, memoryLeft: 200, newTargetLimit: 12 };

beforeEach(() => sql`truncate accounts, events, deliveries, queue cascade`);
afterEach(() => void vi.useRealTimers());

const newEvents = (accountId: string, count = 1) =>
  Array.from({ length: count }, (_, n) => ({
    accountId,
    event: "VIDEO_GENERATION_SUCCESS" as const,
    data: `{ "videoId":"v-${n}" }`,
    subject: `v-${n}`,
    traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b${n}-01`,
    tracestate: "congo=t61rcWkgMzE",
  }));

/** Stores events with both statements. Returns what each stored and answered, without ids and times. */
async function storeTwice(accountId: string, capacity: Capacity, count = 1) {
  const events = newEvents(accountId, count);
  await sql`truncate events, deliveries, queue cascade`;
  const full = await described(await enqueue(prepared(sql), events, capacity));
  await sql`truncate events, deliveries, queue cascade`;
  const small = await described(await enqueueSmall(sql, events, capacity));
  return { full, small };
}

async function described(stored: Enqueued | null) {
  const rows = await sql`
    select q.webhook_id, q.account_id, q.trigger, q.lane, q.leased, q.attempt, q.step, e.data, e.subject, e.test, e.traceparent, e.tracestate,
      d.one_shot, d.event, d.callback_url, d.trigger as cause, d.status,
      case when q.due_at = 'infinity' then 'parked' else round(extract(epoch from q.due_at - d.created_at))::text end
        as due
    from queue q join deliveries d on d.id = q.delivery_id join events e on e.id = q.event_id
    order by q.webhook_id, e.subject`;
  return {
    rows: rows.map((row) => ({ ...row })),
    events: stored?.events.map(({ deliveryIds, event, deferred, waiting }) => {
      return { deliveries: deliveryIds.length, event, deferred, waiting };
    }),
    claimed: stored?.claimed.map(plain).sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1)),
    lane1Webhooks: stored?.lane1Webhooks,
    isLeft: stored?.isLeft,
    isDeferred: stored?.isDeferred,
    accountIds: stored?.accountIds,
  };
}

function plain({ deliveryId, eventId, now, claimedAt, ...rest }: LeasedDelivery) {
  return rest;
}

test("stores and leases what the general statement does", async () => {
  const { accountId } = await make.webhook();
  await make.webhook({ accountId, deadlineSeconds: 30 });
  await make.webhook();
  const { full, small } = await storeTwice(accountId, room, 2);
  expect(small).toEqual(full);
  expect(small.claimed).toHaveLength(4);
  expect(small.claimed?.every(({ traceparent }) => traceparent?.endsWith("-01"))).toBe(true);
  expect(small.rows.every(({ tracestate }) => tracestate === "congo=t61rcWkgMzE")).toBe(true);
});

test("treats webhooks that are paused, rate limited or slow as the general statement does", async () => {
  const { accountId, id: paused } = await make.webhook();
  const { id: limited } = await make.webhook({ accountId });
  const { id: slow } = await make.webhook({ accountId });
  await make.webhook({ accountId });
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${paused}`;
  await sql`update webhooks set rate_per_second = 5 where id = ${limited}`;
  await sql`insert into receivers (webhook_id, slow_since) values (${slow}, now())`;
  for (const capacity of [room, noCapacity]) {
    const { full, small } = await storeTwice(accountId, capacity);
    expect(small).toEqual(full);
    expect(new Set(small.lane1Webhooks)).toEqual(new Set([limited, slow]));
    expect(small.rows.filter(({ due }) => due === "parked")).toHaveLength(1);
  }
});

test("stores an event without a subscribed webhook", async () => {
  const accountId = await make.account();
  const { full, small } = await storeTwice(accountId, room);
  expect(small).toEqual(full);
  expect(await sql`select from events`).toHaveLength(1);
});

test("stores nothing unless there is room for all deliveries", async () => {
  const { accountId, id } = await make.webhook();
  const known = { webhookId: id, leased: 0, inLane: 0, remaining: null, responds: false };
  const crowded = [
    { ...room, limit: 1 },
    { ...room, slots: 1 },
    { ...room, memoryLeft: 2 },
    { ...room, inFlight: [{ ...known, leased: 63 }] },
    { ...room, inFlight: [{ ...known, inLane: 10 }] },
    { ...room, inFlight: [{ ...known, remaining: 1 }] },
    { ...room, accounts: [{ accountId, inLane: 700, newTargets: 0, waiting: 0 }] },
  ];
  for (const capacity of crowded) {
    expect(await enqueueSmall(sql, newEvents(accountId, 2), capacity)).toBeNull();
  }
  expect(await sql`select from events`).toHaveLength(0);
  expect(await enqueueSmall(sql, newEvents(accountId, 2), room)).not.toBeNull();
});

test("stores one event for a webhook without a history, until its first result", async () => {
  const { accountId, id } = await make.webhook({ isNew: true });
  const store = (count: number, capacity: Capacity) =>
    enqueueSmall(sql, newEvents(accountId, count), capacity);
  const known = { webhookId: id, leased: 1, inLane: 1, remaining: null, responds: false };
  const account = { accountId, inLane: 12, newTargets: 12, waiting: 0 };

  expect(await store(2, room)).toBeNull();
  expect(await store(1, { ...room, inFlight: [known] })).toBeNull();
  expect(await store(1, { ...room, accounts: [account] })).toBeNull();
  expect((await store(1, room))?.claimed).toHaveLength(1);
});

test("stores no fan-out to many webhooks", async () => {
  const { accountId } = await make.webhook();
  await make.webhooks(accountId, 50);
  expect(await enqueueSmall(sql, newEvents(accountId), { ...room, slots: 5000 })).toBeNull();
  expect(await sql`select from events`).toHaveLength(0);
});

test("is for few events without a target of their own", async () => {
  const { accountId, id } = await make.webhook();
  expect(isSmall(newEvents(accountId, 8), 16)).toBe(true);
  expect(isSmall(newEvents(accountId, 9), 9)).toBe(false);
  expect(isSmall(newEvents(accountId, 1), 51)).toBe(false);
  for (const more of [{ testOf: id }, { onlyTo: id }, { oneShot: id }]) {
    expect(isSmall([{ ...newEvents(accountId)[0]!, ...more }], 2)).toBe(false);
  }
});

test.each([
  ["small", (events: NewEvent[]) => enqueueSmall(sql, events, room)],
  ["general", (events: NewEvent[]) => enqueue(prepared(sql), events)],
])("after one answer to the %s statement, ids follow the database's clock", async (_, store) => {
  await make.webhook();
  const [account] = await sql`select id from accounts`;
  const storeOne = async () => (await store(newEvents(account?.id)))?.events[0]?.id;
  vi.setSystemTime(Date.now() - 7_200_000);
  const ids = [await storeOne(), await storeOne()];
  vi.useRealTimers();
  ids.push(await storeOne());
  const recent = await sql`
    select id from events where id >= id_at(now() - interval '1 minute') order by id`;
  expect(recent.map(({ id }) => id)).toEqual(ids.slice(1).sort());
});
