import { describe, expect, test } from "vitest";
import { newSecret } from "@/lib/outbound/signature";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);

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
  const [held, free] = [await make.delivery(webhook), await make.delivery(webhook)];

  await sql.begin(async (other) => {
    await other`select from queue where delivery_id = ${held.id} for update`;
    expect(await takenIds(9)).toEqual([free.id]);
  });

  expect(await takenIds(9)).toEqual([held.id]);
});

test("returns all that sending needs, and leases past the deadline", async () => {
  const webhook = await make.webhook({ callbackUrl: "https://a.example/?t=1", deadlineSeconds: 7 });
  const [older, expired] = [newSecret(), newSecret()];
  await sql`
    insert into webhook_secrets (id, webhook_id, secret, created_at, valid_until) values
      (new_id(), ${webhook.id}, ${older}, now() - interval '1 hour', now() + interval '1 hour'),
      (new_id(), ${webhook.id}, ${expired}, now() + interval '1 hour', now() - interval '1 second')`;
  await sql`insert into webhook_headers values (${webhook.id}, '{"x-tenant":"7"}')`;
  const data = '{ "videoId":"v1",  "n":1.0 }';
  const { id, eventId } = await make.delivery(webhook, { data });

  const { claimed } = await claim(sql, { limit: 10 });

  expect(claimed).toEqual([
    {
      deliveryId: id,
      attempt: 1,
      step: 1,
      trigger: "event",
      eventId,
      event: "VIDEO_GENERATION_SUCCESS",
      data,
      webhookId: webhook.id,
      accountId: webhook.accountId,
      isNew: true,
      callbackUrl: "https://a.example/?t=1",
      deadlineSeconds: 7,
      slow: false,
      maxConcurrency: 64,
      rated: false,
      phase: "closed",
      cooldownSeconds: null,
      secrets: [webhook.secret, older].map((secret) => expect.stringContaining(` ${secret}`)),
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
    expect(await takenIds(9)).toEqual([]);
  });

  expect(await queued(id)).toMatchObject({ attempt: 0, leased: false });
  expect(await waitSeconds(id)).toBeLessThanOrEqual(1);
});

describe("a lost worker", () => {
  test("leaves a recorded attempt, and the delivery is claimed again", async () => {
    const { id } = await make.delivery(await make.webhook());
    await claim(sql, { limit: 9 });
    await loseWorker(id);

    const { claimed } = await claim(sql, { limit: 9 });

    expect(claimed).toMatchObject([{ deliveryId: id, attempt: 2, step: 2 }]);
    expect(await attempts(id)).toEqual([
      {
        number: 1,
        trigger: "event",
        cause: "internal",
        error: "The worker stopped before it recorded the result.",
        durationMs: 0,
      },
    ]);
    expect(await delivery(id)).toMatchObject({ status: "pending", attempts: 1, cause: "internal" });
    expect(await queued(id)).toMatchObject({ lost: 1 });
  });

  test("uses up a step of the schedule: the next attempt follows after the wait of that step", async () => {
    const { id } = await make.delivery(await make.webhook(), { attempt: 2, step: 2 });
    await claim(sql, { limit: 9 });
    await loseWorker(id);

    const { claimed, failed } = await claim(sql, { limit: 9, spread: 0 });

    expect([claimed, failed]).toEqual([[], []]);
    expect(await attempts(id)).toMatchObject([{ number: 3, cause: "internal" }]);
    expect(await delivery(id)).toMatchObject({ status: "pending", attempts: 3, cause: "internal" });
    expect(await queued(id)).toMatchObject({
      attempt: 3,
      step: 3,
      leased: false,
      lost: 1,
      lane: 2,
    });
    // 30 min from the claim, which was 17 s ago: the lease of 16 s and one more second.
    expect(await waitSeconds(id)).toBe(1800 - 17);
  });

  test("again and again lets the delivery fail with the end of its schedule, and not before", async () => {
    const { id } = await make.delivery(await make.webhook());
    const taken = await loseAllWorkers(id);

    expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await attempts(id)).toHaveLength(10);
    expect(await delivery(id)).toMatchObject({ status: "failed", attempts: 10, cause: "internal" });
    expect(await queued(id)).toBeUndefined();
  });

  test("during the resend of a delivered delivery, it stays delivered; the resend ends as well", async () => {
    const draft = { trigger: "resend", status: "delivered", attempt: 1 } as const;
    const { id } = await make.delivery(await make.webhook(), draft);
    await loseAllWorkers(id);

    expect(await delivery(id)).toMatchObject({ status: "delivered", attempts: 11 });
    expect(await queued(id)).toBeUndefined();
  });

  test("of a webhook paused meanwhile, is parked with its attempt recorded", async () => {
    const webhook = await make.webhook();
    const { id } = await make.delivery(webhook);
    await claim(sql, { limit: 9 });
    await loseWorker(id);
    await sql`update webhooks set paused_at = now() where id = ${webhook.id}`;

    await claim(sql, { limit: 9 });

    expect(await attempts(id)).toHaveLength(1);
    expect(await queued(id)).toMatchObject({ due: "infinity", leased: false, attempt: 1 });
  });
});

test("a delivery past its schedule fails", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 10 });

  expect(await takenIds(9)).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "failed", finished: true });
});

test("a delivery of a deleted webhook is cancelled", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook);
  await sql`delete from webhooks where id = ${webhook.id}`;

  expect(await takenIds(9)).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "cancelled", finished: true, cause: null });
  expect(await queued(id)).toBeUndefined();
});

async function takenIds(limit: number): Promise<string[]> {
  const { claimed } = await claim(sql, { limit });
  return claimed.map(({ deliveryId }) => deliveryId);
}

/** Ends the lease of a delivery without a result. */
async function loseWorker(id: string): Promise<void> {
  await sql`update queue set due_at = now() - interval '1 second' where delivery_id = ${id}`;
}

/** Loses every worker that claims the delivery. Returns the attempts that were claimed. */
async function loseAllWorkers(id: string): Promise<number[]> {
  const taken: number[] = [];
  while (await queued(id)) {
    for (const lane of [0, 2] as const) {
      const { claimed } = await claim(sql, { lane, limit: 9 });
      taken.push(...claimed.filter((one) => one.deliveryId === id).map(({ attempt }) => attempt));
    }
    await loseWorker(id);
  }
  return taken;
}

async function queued(id: string) {
  const [row] = await sql`
    select due_at::text as due, attempt, step, leased, lost, lane from queue where delivery_id = ${id}`;
  return row;
}

async function waitSeconds(id: string): Promise<number> {
  const [row] = await sql`
    select ceil(extract(epoch from due_at - now()))::int as wait from queue where delivery_id = ${id}`;
  return row?.wait;
}

async function delivery(id: string) {
  const [row] = await sql`
    select status, attempts, cause, finished_at is not null as finished
    from deliveries where id = ${id}`;
  return row;
}

async function attempts(id: string) {
  return [
    ...(await sql`
      select number, trigger, cause, error, duration_ms from attempts
      where delivery_id = ${id} order by number`),
  ];
}
