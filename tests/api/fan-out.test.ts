import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { connectSql } from "@/db/client";
import { expandFanOuts } from "@/lib/queue/fan-out";
import { api } from "./client";
import { type Account, account, db, videoDone } from "./world";

const worker = connectSql(inject("databaseUrl"), 1);
afterAll(() => worker.end({ timeout: 1 }));

test("an event with more than 500 webhooks is accepted, and its deliveries are created later", async () => {
  const owner = await subscribed(501);
  const publish = () =>
    api("POST /v1/events", {
      key: owner.key,
      body: videoDone,
      headers: { "content-type": "application/json", "idempotency-key": "to-many" },
    });
  const read = async (id: string) => (await api(`GET /v1/events/${id}`, { key: owner.key })).body;

  const first = await publish();
  expect([first.status, first.body.deliveries]).toEqual([202, 501]);
  expect(await read(first.body.id)).toMatchObject({ fanOutRemaining: 501, deliveries: [] });

  const again = await publish();
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(again.headers.get("idempotency-replayed")).toBe("true");

  await expandFanOuts(worker, 200);
  const midway = await read(first.body.id);
  expect([midway.fanOutRemaining, midway.deliveries.length]).toEqual([301, 200]);

  await expandFanOuts(worker, 1000);
  const ended = await read(first.body.id);
  expect(ended).not.toHaveProperty("fanOutRemaining");
  expect(ended.deliveries).toHaveLength(501);
  expect(ended).not.toHaveProperty("deliveriesOmitted");

  expect((await publish()).body).toEqual(first.body);
  const { body } = await api("GET /v1/events", { key: owner.key });
  expect(body.events).toMatchObject([{ id: first.body.id, deliveries: 501 }]);
});

test("members of a batch that are repeated by their key keep their number of deliveries", async () => {
  const { key } = await subscribed(501);
  const body = { events: [{ ...videoDone, idempotencyKey: "a" }, { ...videoDone }] };
  const first = await api("POST /v1/events/batch", { key, body });
  const again = await api("POST /v1/events/batch", { key, body });
  const counts = [first, again].map(({ body }) =>
    body.events.map(({ deliveries }: { deliveries: number }) => deliveries),
  );
  expect(counts).toEqual([
    [501, 501],
    [501, 501],
  ]);
  expect(again.body.events[0]).toEqual(first.body.events[0]);
  expect(again.body.events[1].id).not.toBe(first.body.events[1].id);
});

test("an event lists its first 1,000 deliveries and says how many more there are", async () => {
  const { key } = await subscribed(1003);
  const { body: event } = await api("POST /v1/events", { key, body: videoDone });
  await expandFanOuts(worker, 10_000);

  const { body } = await api(`GET /v1/events/${event.id}`, { key });
  expect([body.deliveries.length, body.deliveriesOmitted]).toEqual([1000, 3]);
  const ids = body.deliveries.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const { body: log } = await api(`GET /v1/deliveries?q=${event.id}&limit=200`, { key });
  expect(log.deliveries).toHaveLength(200);
  const { body: all } = await api(`GET /v1/deliveries/count?q=${event.id}`, { key });
  expect(all.count).toBe(1003);
});

async function subscribed(webhooks: number): Promise<Account> {
  const owner = await account();
  await db.execute(sql`
    insert into webhooks (id, account_id, callback_url, events)
    select new_id(), ${owner.id}, 'https://hooks.example/' || n, array['VIDEO_GENERATION_SUCCESS']
    from generate_series(1, ${webhooks}) n`);
  return owner;
}
