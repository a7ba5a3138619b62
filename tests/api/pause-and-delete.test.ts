import { and, eq, ne, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveries, queue } from "@/db/schema/deliveries";
import { receivers } from "@/db/schema/webhooks";
import { eventually } from "@/tests/eventually";
import { api } from "./client";
import { end, waiting } from "./queue-row";
import { account, db, delivery, videoDone, webhook } from "./world";

const inAnHour = new Date(Date.now() + 3_600_000);

describe("pausing", () => {
  test("parks deliveries; resuming makes them due", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const settings = `/v1/webhooks/${id}/settings`;
    const { body: paused } = await api(`PUT ${settings}`, { key, body: { paused: true } });
    expect(paused).toMatchObject({ paused: true });
    await api("POST /v1/events", { key, body: videoDone });
    const { body } = await api("GET /v1/deliveries", { key });
    expect(body.deliveries[0]).toMatchObject({ status: "pending" });
    expect(body.deliveries[0]).not.toHaveProperty("nextAttemptAt");

    const { body: health } = await api(`GET /v1/webhooks/${id}/health`, { key });
    expect(health).toMatchObject({ state: "paused", backlog: 1 });

    await api(`PUT ${settings}`, { key, body: { paused: false } });
    const { body: resumed } = await api("GET /v1/deliveries", { key });
    expect(resumed.deliveries[0]).toHaveProperty("nextAttemptAt");
  });
});

test("while paused, no attempt and no probe is announced for what waited before", async () => {
  const { key } = await account();
  const { id, webhookId } = await delivery(key);
  await db
    .insert(receivers)
    .values({ webhookId, openUntil: inAnHour })
    .onConflictDoUpdate({
      target: receivers.webhookId,
      set: { openUntil: inAnHour },
    });
  const shown = async () => ({
    next: (await api(`GET /v1/deliveries/${id}`, { key })).body.nextAttemptAt,
    probe: (await api(`GET /v1/webhooks/${webhookId}/health`, { key })).body.restsUntil,
  });
  expect(await shown()).toEqual({ next: inAnHour.toISOString(), probe: inAnHour.toISOString() });
  const settings = `/v1/webhooks/${webhookId}/settings`;
  await api(`PUT ${settings}`, { key, body: { paused: true } });
  expect(await shown()).toEqual({ next: undefined, probe: undefined });
});

describe("deleting a webhook", () => {
  test("cancels its pending deliveries with it, and keeps the log", async () => {
    const { key } = await account();
    const { id, webhookId } = await delivery(key);
    const { body: event } = await api("POST /v1/events", { key, body: videoDone });
    const done = event.id;
    const [other] = (await api(`GET /v1/events/${done}`, { key })).body.deliveries;
    await end(other.id, "delivered");

    await api(`DELETE /v1/webhooks/${webhookId}`, { key });
    const { body } = await api("GET /v1/deliveries", { key });
    const states = Object.fromEntries(
      body.deliveries.map((one: { id: string; status: string }) => [one.id, one.status]),
    );
    expect(states).toEqual({ [id]: "cancelled", [other.id]: "delivered" });
    expect(await waiting(id)).toBeUndefined();
  });

  test("works with a large backlog", async () => {
    const { id: accountId, key } = await account();
    const { id: webhookId } = await webhook(key);
    await db.execute(sql`
      with made as (
        insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
        select new_id(), ${accountId}::uuid, new_id(), ${webhookId}::uuid,
          'VIDEO_GENERATION_SUCCESS', 'https://receiver.example/', 'event'
        from generate_series(1, 70000)
        returning id, event_id, webhook_id, account_id
      )
      insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
      select id, event_id, webhook_id, account_id, 'event', now() + interval '1 hour' from made`);
    // On a busy machine the first request may be answered 503, and what it did is undone.
    await eventually(async () =>
      expect((await api(`DELETE /v1/webhooks/${webhookId}`, { key })).status).toBe(204),
    );
    const pending = and(eq(deliveries.webhookId, webhookId), ne(deliveries.status, "cancelled"));
    expect(await db.$count(deliveries, pending)).toBe(0);
    expect(await db.$count(queue, eq(queue.webhookId, webhookId))).toBe(0);
  });

  test("omits nothing when events arrive at the same moment", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    await Promise.all([
      ...Array.from({ length: 10 }, () => api("POST /v1/events", { key, body: videoDone })),
      api(`DELETE /v1/webhooks/${id}`, { key }),
      ...Array.from({ length: 10 }, () => api("POST /v1/events", { key, body: videoDone })),
    ]);
    const { body } = await api("POST /v1/events", { key, body: videoDone });
    expect(body.deliveries).toBe(0);
  });
});
