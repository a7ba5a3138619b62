import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";
import { tallies, tallyEntries } from "@/db/schema/tallies";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { api } from "./client";
import { ended, queueUp } from "./ended";
import { refused, stats } from "./figures";
import { account, db, delivery, videoDone, webhook } from "./world";

test("returns failing webhooks, with cause and start", async () => {
  const { id, key } = await account();
  const { id: failing } = await webhook(key);
  const { id: resting } = await webhook(key);
  const { id: fine } = await webhook(key);
  const { id: recovered } = await webhook(key);
  await ended(id, recovered, 0.05, Array(12).fill({}));
  const failingSince = new Date(Date.now() - 3_600_000);
  await ended(id, failing, 0.5, [refused, refused, refused, refused, refused, refused, refused]);
  await ended(id, failing, 0.6, [{ status: "failed", cause: "timeout" }]);
  await ended(id, fine, 0.01, [{}, refused]);
  await ended(id, fine, 0.3, [refused, refused, refused, refused, refused]);
  const openUntil = new Date(Date.now() + 60_000);
  const [{ id: failedDeliveryId } = { id: "" }] = await db
    .update(attempts)
    .set({ responseBody: Buffer.from('{\n  "error": "overloaded"\n}'), error: "It answered 503." })
    .where(eq(attempts.deliveryId, await anyOf(failing)))
    .returning({ id: attempts.deliveryId });
  await db.insert(receivers).values([
    {
      webhookId: failing,
      failingSince,
      failures: 8,
      failure: "It answered 503.",
      failedDeliveryId,
      failedAttempt: 1,
    },
    { webhookId: resting, openUntil, failingSince, failures: 2 },
    { webhookId: fine, failingSince: new Date(), failures: 1 },
    { webhookId: recovered, openUntil: new Date(Date.now() - 60_000), allowance: 2 },
  ]);
  const { incidents: open, troubled, pausedByPerson } = await stats(key, "?since=15m");
  expect({ troubled, pausedByPerson }).toEqual({ troubled: 2, pausedByPerson: 0 });
  const { body: health } = await api("GET /v1/webhook-health", { key });
  const listed = (webhookId: string) =>
    health.find((each: { webhookId: string }) => each.webhookId === webhookId);
  for (const webhookId of [failing, resting]) expect(listed(webhookId).incident).toBe(true);
  expect(listed(fine)).toMatchObject({ state: "degraded", incident: false });
  expect(listed(recovered)).toMatchObject({ state: "healthy", incident: false });
  expect(open).toEqual([
    {
      webhookId: failing,
      callbackUrl: "https://receiver.example/hook",
      label: "",
      kind: "failing",
      cause: "http_5xx",
      statusCode: 503,
      count: 7,
      since: failingSince.toISOString(),
      countedFrom: failingSince.toISOString(),
      failure: "It answered 503.",
      waiting: 0,
      failed: 8,
      hours: expect.any(Array),
      missed: expect.any(Array),
      lastFailure: {
        deliveryId: failedDeliveryId,
        attempt: 1,
        statusCode: 503,
        error: "It answered 503.",
        excerpt: '{ "error": "overloaded" }',
      },
    },
    expect.objectContaining({
      webhookId: resting,
      kind: "resting",
      count: 0,
      restsUntil: openUntil.toISOString(),
    }),
  ]);
  expect(open[0].hours).toHaveLength(24);
  expect(sum(open[0].hours.slice(-2))).toBe(8);
  expect(open[0].missed).toHaveLength(24);
  expect(sum(open[0].missed.slice(-2))).toBe(8);
  const states = health.map((one: { webhookId: string; state: string }) => [
    one.webhookId,
    one.state,
  ]);
  expect(Object.fromEntries(states)).toEqual({
    [failing]: "failing",
    [resting]: "failing",
    [fine]: "degraded",
    [recovered]: "healthy",
  });

  const pausedAt = new Date();
  await db.update(webhooks).set({ pausedAt, pauseReason: "gone" }).where(eq(webhooks.id, resting));
  await db
    .update(webhooks)
    .set({ pausedAt: new Date(), pauseReason: "person" })
    .where(eq(webhooks.id, failing));
  const { incidents, pausedByPerson: pausedNow } = await stats(key);
  expect(incidents).toHaveLength(1);
  expect([pausedNow, (await stats(key, `?webhook=${fine}`)).pausedByPerson]).toEqual([1, 0]);
  const since = pausedAt.toISOString();
  expect(incidents[0]).toMatchObject({ webhookId: resting, kind: "auto_paused", since });
  expect(incidents[0]).not.toHaveProperty("restsUntil");
  const one = await api(`GET /v1/webhooks/${resting}/health`, { key });
  expect(one.body).toMatchObject({ state: "auto_paused", since });
});

test("an incident counts the deliveries missed by hour, those of earlier days in the first", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const failingSince = new Date(Date.now() - 30 * 3_600_000);
  await ended(id, webhookId, 29, [refused]);
  await ended(id, webhookId, 5.5, [refused, refused]);
  await ended(id, webhookId, 2.5, [{ status: "pending", cause: "timeout", finishedAt: null }]);
  await ended(id, webhookId, 26, [{ status: "pending", attempts: 0, finishedAt: null }]);
  // Older than the incident: its webhook was resumed since, for example. It waits all the same.
  await ended(id, webhookId, 31, [{ status: "pending", attempts: 0, finishedAt: null }]);
  await queueUp(webhookId);
  await db.insert(receivers).values({ webhookId, failingSince, failures: 9 });
  const { incidents } = await stats(key);
  expect(incidents).toMatchObject([
    { kind: "failing", since: failingSince.toISOString(), waiting: 3, failed: 3 },
  ]);
  const { missed, countedFrom } = incidents[0];
  expect(Date.now() - Date.parse(countedFrom)).toBeGreaterThan(30.9 * 3_600_000);
  // Tallies of failures cover half hours. The current one may have begun in the hour before.
  expect([missed[0], sum(missed.slice(17, 19)), missed[21], sum(missed)]).toEqual([3, 2, 1, 6]);
});

test("each frequent cause of a webhook is an incident, with the last day and the start of a long response", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const timeout = { status: "failed", cause: "timeout" } as const;
  const dns = { status: "failed", cause: "dns" } as const;
  await ended(id, webhookId, 4.5, [...Array(5).fill(refused), ...Array(6).fill(timeout), dns]);
  await ended(id, webhookId, 26, [timeout]);
  // Minutes are kept for three hours.
  await db.delete(tallies).where(and(eq(tallies.webhookId, webhookId), eq(tallies.grain, 1)));
  const failedDeliveryId = await anyOf(webhookId);
  await db
    .update(attempts)
    .set({ responseBody: Buffer.from("é".repeat(400)) })
    .where(eq(attempts.deliveryId, failedDeliveryId));
  await db.insert(receivers).values({
    webhookId,
    failingSince: new Date(Date.now() - 5 * 3_600_000),
    // The cool-down is over: the next request is the probe.
    openUntil: new Date(Date.now() - 1000),
    failures: 12,
    failedDeliveryId,
    failedAttempt: 1,
  });
  const { incidents, troubled } = await stats(key);
  expect(troubled).toBe(1);
  const common = { webhookId, failed: 12, lastFailure: { excerpt: "é".repeat(200) } };
  expect(incidents).toMatchObject([
    { ...common, cause: "timeout", count: 6 },
    { ...common, cause: "http_5xx", count: 5 },
  ]);
  expect(incidents[0]).not.toHaveProperty("restsUntil");
  expect(sum(incidents[0].hours)).toBe(12);
  await db.update(webhooks).set({ oneShot: true }).where(eq(webhooks.id, webhookId));
  expect(await stats(key)).toMatchObject({ incidents: [], troubled: 0 });
});

test("five failures within ten minutes are an incident, regardless of successes", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  await ended(id, webhookId, 0.05, [{}, {}, refused, refused, refused, refused]);
  expect((await stats(key)).incidents).toEqual([]);
  await ended(id, webhookId, 0.04, [refused, {}]);
  expect((await stats(key)).incidents).toMatchObject([{ webhookId, kind: "degraded", count: 5 }]);
  const draft = { status: "pending" as const, finishedAt: null };
  await ended(id, webhookId, 0.5, [draft, { ...draft, attempts: 0 }]);
  await queueUp(webhookId);
  expect((await stats(key)).incidents).toMatchObject([{ webhookId, waiting: 1, failed: 5 }]);
});

test("an incident counts the minute in which it began, also before its tallies are folded", async () => {
  const { id: accountId, key } = await account();
  const { id: webhookId } = await webhook(key);
  const minute = Math.floor(Date.now() / 60_000) * 60_000 - 300_000;
  await db
    .insert(receivers)
    .values({ webhookId, failingSince: new Date(minute + 40_000), failures: 9 });
  await db.insert(tallyEntries).values({
    at: new Date(minute + 20_000),
    accountId,
    webhookId,
    event: "VIDEO_GENERATION_SUCCESS",
    result: "failed",
    cause: "timeout",
    n: 2,
    times: [],
  });
  expect((await stats(key)).incidents).toMatchObject([{ failed: 2, cause: "timeout", count: 2 }]);
});

function sum(counts: number[]): number {
  return counts.reduce((total, n) => total + n, 0);
}

test("retried failures are an incident only while a retry is left, and the worst state is first", async () => {
  const { id: accountId, key } = await account();
  const retried = await delivery(key);
  const [{ id: failing }, { id: paused }] = [await webhook(key), await webhook(key)];
  const failingSince = new Date(Date.now() - 60_000);
  await db.insert(receivers).values({ webhookId: failing, failingSince, failures: 9 });
  const pause = { pausedAt: new Date(Date.now() - 7_200_000), pauseReason: "gone" } as const;
  await db.update(webhooks).set(pause).where(eq(webhooks.id, paused));
  await db.insert(tallyEntries).values({
    accountId,
    webhookId: retried.webhookId,
    event: "VIDEO_GENERATION_SUCCESS",
    result: "retrying",
    cause: "timeout",
    n: 6,
    times: [],
  });
  expect((await stats(key)).incidents).toMatchObject([
    { kind: "failing" },
    { kind: "auto_paused" },
  ]);
  await db.update(queue).set({ attempt: 1 }).where(eq(queue.deliveryId, retried.id));
  await api("POST /v1/events", { key, body: videoDone });
  expect((await stats(key)).incidents).toMatchObject([
    { kind: "failing", waiting: 1 },
    // A receiver that delivers gets the new one by itself.
    { kind: "degraded", waiting: 1 },
    { kind: "auto_paused" },
  ]);
});

/** A delivery to the webhook that failed with a status. */
async function anyOf(webhookId: string): Promise<string> {
  const [one] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.statusCode, 503)))
    .limit(1);
  return one!.id;
}
