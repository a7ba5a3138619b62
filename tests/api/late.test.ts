import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queue } from "@/db/schema/deliveries";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { api } from "./client";
import { ended } from "./ended";
import { health } from "./health-of";
import { account, db, delivery, videoDone } from "./world";

const minutesAgo = (minutes: number) => sql`now() - ${minutes} * interval '1 minute'`;

type Use = { aMinute: number; ms: number };

/** A webhook with a delivery that has been due for so long, and one that is due now. */
async function waitingFor(
  minutes: number,
  used: Use,
  limits: { maxConcurrency?: number; ratePerSecond?: number },
) {
  const { id: accountId, key } = await account();
  const { id, webhookId } = await delivery(key);
  await db.update(webhooks).set(limits).where(eq(webhooks.id, webhookId));
  await db
    .update(queue)
    .set({ dueAt: minutesAgo(minutes) })
    .where(eq(queue.deliveryId, id));
  await api("POST /v1/events", { key, body: videoDone });
  await use(accountId, webhookId, used);
  return { accountId, key, webhookId };
}

/** Notes attempts of so many milliseconds in each of the last ten minutes. */
async function use(accountId: string, webhookId: string, { aMinute, ms }: Use): Promise<void> {
  await db.execute(sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 1, date_trunc('minute', now()) - n * interval '1 minute', ${accountId}, ${webhookId},
      ceil(ln(${ms}::float8) / ln(1.1)), ${aMinute}::int
    from generate_series(0, 9) n where ${aMinute} > 0`);
}

const full = { aMinute: 8, ms: 15_000 };

test.each([
  [
    3,
    full,
    { maxConcurrency: 2 },
    "concurrency",
    /^1 delivery is late by 3\smin: the limit of 2 concurrent requests is used up\.$/,
  ],
  [
    90,
    full,
    { maxConcurrency: 1 },
    "concurrency",
    /^1 delivery is late by 1\sh 30\smin: the limit of 1 concurrent request is used up\.$/,
  ],
  [
    3,
    { aMinute: 60, ms: 9 },
    { ratePerSecond: 1 },
    "rate",
    /: the limit of 1 request a second is used up\.$/,
  ],
])(
  "is late by its own limits after %s minutes with %j at %j",
  async (minutes, used, limits, lateBy, reason) => {
    const { accountId, key, webhookId } = await waitingFor(minutes, used, limits);
    const { lateSince, ...late } = await health(key, webhookId);
    expect(late).toMatchObject({ state: "late", lateBy, reason: expect.stringMatching(reason) });
    // When it began to be late is not known: the oldest delivery that waits is another one later.
    expect(late).not.toHaveProperty("since");
    expect((Date.now() - Date.parse(lateSince)) / 60_000).toBeCloseTo(minutes, 0);
    const { deliveries } = (await api("GET /v1/deliveries", { key })).body;
    expect(deliveries.map((one: { lateBy?: string }) => one.lateBy)).toEqual([undefined, lateBy]);
    const one = await api(`GET /v1/deliveries/${deliveries[1].id}`, { key });
    expect(one.body).toMatchObject({ lateBy });
    const { queue: depth } = (await api("GET /v1/stats", { key })).body;
    expect(depth).toMatchObject({ ready: 2, late: 1 });
    expect(depth).not.toHaveProperty("oldestSeconds");

    // It also fails: found as late, called degraded, for both reasons.
    await ended(accountId, webhookId, 1, [{ status: "failed", cause: "timeout" }]);
    await use(accountId, webhookId, used);
    const { body } = await api("GET /v1/webhook-search?status=late", { key });
    expect(body.webhooks).toMatchObject([
      {
        health: {
          state: "degraded",
          lateSince,
          lateBy,
          reason: expect.stringMatching(/^Timeout: .+ late by /),
        },
      },
    ]);
  },
);

test.each([
  [0.8, full, { maxConcurrency: 2 }],
  [3, { ...full, aMinute: 3 }, { maxConcurrency: 2 }],
  [3, full, { maxConcurrency: 9 }],
  [3, { aMinute: 0, ms: 1 }, { maxConcurrency: 1 }],
  [3, { aMinute: 9, ms: 9 }, { ratePerSecond: 1 }],
])("makes the queue late after %s minutes with %j at %j", async (minutes, used, limits) => {
  const { key, webhookId } = await waitingFor(minutes, used, limits);
  expect(await health(key, webhookId)).not.toHaveProperty("lateSince");
  const { body } = await api("GET /v1/deliveries", { key });
  expect(JSON.stringify(body)).not.toContain("lateBy");
  const { queue: depth } = (await api("GET /v1/stats", { key })).body;
  expect(depth).toMatchObject({ ready: 2, late: 0 });
  expect(depth.oldestSeconds / 60).toBeCloseTo(minutes, 0);
});

test("what a pause or an open circuit holds back is late for no other reason", async () => {
  const { key, webhookId } = await waitingFor(3, full, { maxConcurrency: 2 });
  const of = eq(webhooks.id, webhookId);
  await db.update(webhooks).set({ pausedAt: sql`now()`, pauseReason: "person" }).where(of);
  expect(await health(key, webhookId)).not.toHaveProperty("lateSince");
  await db.update(webhooks).set({ pausedAt: null, pauseReason: null }).where(of);
  await db.insert(receivers).values({ webhookId, openUntil: sql`now()`, cooldownSeconds: 30 });
  expect(await health(key, webhookId)).not.toHaveProperty("lateSince");
  const { queue: depth } = (await api("GET /v1/stats", { key })).body;
  expect(depth).toMatchObject({ ready: 2, late: 0 });
  expect(depth).not.toHaveProperty("oldestSeconds");
});
