import { describe, expect, test } from "vitest";
import { newSecret } from "@/lib/outbound/signature";
import { freshDatabase } from "@/tests/database";
import { atOneTime, deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);
const { delivery, queued } = deliveryState(sql);

const soon = new Date(Date.now() + 60_000);

test("four workers claiming at once never hold the same delivery", async () => {
  const due = Array.from({ length: 60 }, async () => make.delivery(await make.webhook()));
  await Promise.all(due);

  const batches = await Promise.all([1, 2, 3, 4].map(() => claim(sql, { limit: 20 })));
  const rest = await claim(sql, { limit: 60 });

  const ids = [...batches, rest].flatMap(({ claimed }) => claimed.map((one) => one.deliveryId));
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
});

test("a row that another transaction holds is skipped, not waited for", async () => {
  const webhook = await make.webhook();
  const [locked, free] = [await make.delivery(webhook), await make.delivery(webhook)];

  await sql.begin(async (other) => {
    await other`select from queue where delivery_id = ${locked.id} for update`;
    expect(await takenIds(9)).toEqual([free.id]);
  });

  expect(await takenIds(9)).toEqual([locked.id]);
});

test("returns all that sending needs, and leases past the deadline", async () => {
  const webhook = await make.webhook({
    callbackUrl: "https://a.example/?t=1",
    deadlineSeconds: 7,
    isNew: true,
  });
  const [older, expired] = [newSecret(), newSecret()];
  await sql`
    insert into webhook_secrets (id, webhook_id, secret, created_at, valid_until) values
      (new_id(), ${webhook.id}, ${older}, now() - interval '1 hour', now() + interval '1 hour'),
      (new_id(), ${webhook.id}, ${expired}, now() + interval '1 hour', now() - interval '1 second')`;
  await sql`insert into webhook_headers values (${webhook.id}, '{"x-tenant":"7"}')`;
  const data = '{ "videoId":"v1",  "n":1.0 }';
  const { id, eventId } = await make.delivery(webhook, { data });
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const tracestate = "congo=t61rcWkgMzE";
  await sql`update events set ${sql({ traceparent, tracestate })} where id = ${eventId}`;

  const { claimed } = await claim(sql, { limit: 10 });

  expect(claimed).toEqual([
    {
      deliveryId: id,
      attempt: 1,
      lease: 1,
      step: 1,
      trigger: "event",
      eventId,
      event: "VIDEO_GENERATION_SUCCESS",
      data,
      traceparent,
      tracestate,
      webhookId: webhook.id,
      accountId: webhook.accountId,
      isNew: true,
      callbackUrl: "https://a.example/?t=1",
      deadlineSeconds: 7,
      slow: false,
      maxConcurrency: 64,
      ratePerSecond: null,
      phase: "closed",
      cooldownSeconds: null,
      secrets: [webhook.secret, older].map((secret) => expect.stringContaining(` ${secret}`)),
      secretAccountId: null,
      headers: '{"x-tenant":"7"}',
      now: expect.any(Date),
      claimedAt: expect.any(Number),
    },
  ]);
  const [row] = await sql`
    select leased, attempt, step, extract(epoch from due_at - now())::float8 as lease
    from queue where delivery_id = ${id}`;
  expect(row).toMatchObject({ leased: true, attempt: 1, step: 1 });
  expect(row?.lease).toBeGreaterThan(15);
  expect(row?.lease).toBeLessThanOrEqual(22);
});

test("takes nothing before it is due, and the longest due first", async () => {
  const webhook = await make.webhook();
  await make.delivery(webhook, { dueAt: soon });
  const late = await make.delivery(webhook, { dueAt: new Date(Date.now() - 10_000) });
  const later = await make.delivery(webhook, { dueAt: new Date(Date.now() - 20_000) });

  expect(await takenIds(1)).toEqual([later.id]);
  expect(await takenIds(9)).toEqual([late.id]);
});

describe("a paused webhook", () => {
  test.each(["event", "replay"] as const)(
    "a delivery by %s is parked, not counted",
    async (trigger) => {
      const webhook = await make.webhook({ paused: true });
      const { id } = await make.delivery(webhook, { trigger, attempt: 2 });

      const { claimed, examined } = await claim(sql, { limit: 9 });

      expect(claimed).toEqual([]);
      expect(examined).toBe(1);
      expect(await queued(id)).toMatchObject({
        due: "infinity",
        attempt: 2,
        step: 2,
        leased: false,
      });
    },
  );

  test.each(["test", "resend"] as const)(
    "a %s is sent all the same, outside the schedule",
    async (trigger) => {
      const webhook = await make.webhook({ paused: true });
      const { id } = await make.delivery(webhook, { trigger, attempt: 3, step: 2 });

      expect(await takenIds(9)).toEqual([id]);
      expect(await queued(id)).toMatchObject({ attempt: 4, step: 2, leased: true });
    },
  );
});

test("while a webhook is being resumed, its deliveries are claimed again soon and not parked", async () => {
  const webhook = await make.webhook({ paused: true });
  const { id } = await make.delivery(webhook);

  await sql.begin(async (resuming) => {
    await resuming`update webhooks set paused_at = null where id = ${webhook.id}`;
    const row = await atOneTime(sql, async (transaction) => {
      expect((await claim(transaction, { limit: 9 })).claimed).toEqual([]);
      return deliveryState(transaction).queued(id);
    });
    expect(row).toMatchObject({ attempt: 0, leased: false, wait: 1 });
  });
});

test("a delivery past its schedule fails", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 10 });

  expect(await takenIds(9)).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "failed", finished: true, cause: "internal" });
});

test("a delivery of a deleted webhook is cancelled", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook);
  await sql`delete from webhooks where id = ${webhook.id}`;

  expect(await takenIds(9)).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "cancelled", finished: true, cause: null });
  expect(await queued(id)).toBeUndefined();
  expect(await sql`select from tally_entries where webhook_id = ${webhook.id}`).toHaveLength(0);
});

test("a claim cancels a delivery that has no event any more", async () => {
  const { id, eventId } = await make.delivery(await make.webhook());
  await sql`delete from events where id = ${eventId}`;

  expect(await takenIds(9)).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "cancelled", finished: true });
  expect(await queued(id)).toBeUndefined();
});

async function takenIds(limit: number): Promise<string[]> {
  const { claimed } = await claim(sql, { limit });
  return claimed.map(({ deliveryId }) => deliveryId);
}
