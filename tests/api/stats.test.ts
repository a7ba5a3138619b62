import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queue } from "@/db/schema/deliveries";
import { tallyEntries } from "@/db/schema/tallies";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { api } from "./client";
import { ended } from "./ended";
import { refused, stats } from "./figures";
import { account, db, delivery, keyOf, videoDone, webhook } from "./world";

const none = { delivered: 0, retrying: 0, failed: 0, cancelled: 0, waiting: 0, pending: 0 };

test("counts attempts that ended in the range, by time, event, cause and webhook", async () => {
  const { id, key } = await account();
  const [one, slow] = [
    await webhook(key),
    await webhook(key, { callbackUrl: "https://slow.example/?token=x" }),
  ];
  await ended(id, one.id, 2, [{ durationMs: 20 }, { durationMs: 20 }, refused]);
  await ended(id, one.id, 30, [{}, refused]);
  await ended(id, slow.id, 5, [
    { durationMs: 8000, event: "AVATAR_TRAINING_SUCCESS" },
    { trigger: "test" },
  ]);

  const body = await stats(key);
  expect(body.totals).toMatchObject({ delivered: 3, failed: 1, retrying: 0, rate: 0.75 });
  expect(body.totals.p50).toBeGreaterThanOrEqual(20);
  expect(body.totals.p50).toBeLessThan(8000);
  expect(body.totals.p95).toBeGreaterThanOrEqual(8000);
  expect(body.totals.p95).toBeLessThan(8800);
  expect(body.series).toHaveLength(48);
  expect(body.series.at(-5)).toMatchObject({ delivered: 2, failed: 1, retrying: 0 });
  expect(body.events).toEqual([
    { event: "VIDEO_GENERATION_SUCCESS", ...none, delivered: 2, failed: 1 },
    { event: "AVATAR_TRAINING_SUCCESS", ...none, delivered: 1 },
  ]);
  expect(body.causes).toEqual([
    {
      cause: "http_5xx",
      count: 1,
      statusCodes: [{ statusCode: 503, count: 1 }],
      failed: 1,
      waiting: 0,
    },
  ]);
  expect(body.slowest.map(({ webhookId }: { webhookId: string }) => webhookId)).toEqual([
    slow.id,
    one.id,
  ]);
  expect(body.slowest[0]).toMatchObject({
    attempts: 1,
    callbackUrl: "https://slow.example/?token=•••",
  });
  expect(body).toMatchObject({
    incidents: [],
    bucketSeconds: 1800,
    queue: { ready: 0, unfinished: 0 },
  });

  const week = await stats(key, "?since=7d");
  expect(week.totals).toMatchObject({ delivered: 4, failed: 2 });
  const past = new Date(Date.now() - 31 * 3_600_000).toISOString();
  const upTo = new Date(Date.now() - 29 * 3_600_000).toISOString();
  const range = await stats(key, `?from=${past}&to=${upTo}`);
  expect(range.totals).toMatchObject({ delivered: 1, failed: 1 });
});

test("filters by webhooks, events and causes", async () => {
  const { id, key } = await account();
  const [one, two, other] = [await webhook(key), await webhook(key), await webhook(key)];
  const timeout = { status: "failed", cause: "timeout" } as const;
  await ended(id, one.id, 2, [{}, refused, timeout]);
  await ended(id, two.id, 2, [{ event: "AVATAR_TRAINING_SUCCESS" }, refused]);
  await ended(id, other.id, 2, [{}, {}, {}]);

  const both = await stats(key, `?webhook=${one.id},${two.id}`);
  expect(both.totals).toMatchObject({ delivered: 2, failed: 3, rate: 0.4 });
  expect(both.slowest.map(({ webhookId }: { webhookId: string }) => webhookId).sort()).toEqual(
    [one.id, two.id].sort(),
  );
  const training = await stats(key, "?event=AVATAR_TRAINING_SUCCESS");
  expect(training.totals).toEqual({ delivered: 1, failed: 0, retrying: 0, cancelled: 0 });
  expect(training.slowest).toEqual([]);
  const quick = await stats(key, `?webhook=${one.id},${two.id}&omit=durations`);
  expect(quick).toEqual({
    ...both,
    totals: { ...both.totals, p50: undefined, p95: undefined },
    slowest: [],
  });
  const causes = await stats(key, `?webhook=${one.id}&cause=http_5xx,timeout`);
  expect(causes.totals).toMatchObject({ delivered: 0, failed: 2 });
  expect(causes.causes.map(({ cause }: { cause: string }) => cause).sort()).toEqual([
    "http_5xx",
    "timeout",
  ]);
  expect((await stats(key, "?cause=")).totals).toMatchObject({ delivered: 5, failed: 3 });

  const stranger = await account();
  const theirs = await stats(stranger.key, `?webhook=${one.id}`);
  expect(theirs).toMatchObject({ totals: { delivered: 0, failed: 0 }, incidents: [], slowest: [] });
  for (const query of ["webhook=7", "event=NONE", "cause=bad"])
    expect((await api(`GET /v1/stats?${query}`, { key })).status).toBe(400);
});

test("counts waiting and failing deliveries of the given webhooks only", async () => {
  const { key } = await account();
  const waiting = await delivery(key);
  const { id: idle } = await webhook(key);
  expect((await stats(key, `?webhook=${waiting.webhookId}`)).queue).toMatchObject({
    unfinished: 1,
  });
  expect((await stats(key, `?webhook=${idle}`)).queue).toMatchObject({ unfinished: 0 });

  await api(`POST /v1/deliveries/${waiting.id}/cancel`, { key });
  const { totals, lastEventAt } = await stats(key);
  expect(totals).toMatchObject({ cancelled: 1, pending: 0, total: 1 });
  await api(`POST /v1/webhooks/${idle}/test`, { key, body: {} });
  await expect((await stats(key)).lastEventAt).toBe(lastEventAt);
});

test("what a pause or an open circuit holds back is not the oldest waiting", async () => {
  const { key } = await account();
  const [held, paused] = [await delivery(key), await delivery(key)];
  const due = new Date(Date.now() - 3_600_000);
  await db.update(queue).set({ dueAt: due }).where(eq(queue.webhookId, held.webhookId));
  await db.update(queue).set({ dueAt: due }).where(eq(queue.webhookId, paused.webhookId));
  const oldest = async () => (await stats(key)).queue.oldestSeconds;
  expect(await oldest()).toBeGreaterThan(3000);
  const openUntil = new Date(Date.now() + 60_000);
  await db.insert(receivers).values({ webhookId: held.webhookId, openUntil });
  expect(await oldest()).toBeGreaterThan(3000);
  const pause = { pausedAt: new Date(), pauseReason: "person" } as const;
  await db.update(webhooks).set(pause).where(eq(webhooks.id, paused.webhookId));
  expect(await oldest()).toBeUndefined();
  await db.delete(receivers).where(eq(receivers.webhookId, held.webhookId));
  expect(await oldest()).toBeGreaterThan(3000);

  const other = await stats((await account()).key, `?webhook=${held.webhookId}`);
  expect(other.queue).toEqual({ ready: 0, unfinished: 0, expanding: 0, late: 0 });
});

test("includes unfolded entries and waiting deliveries", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await delivery(key);
  await db.insert(tallyEntries).values({
    accountId: id,
    webhookId,
    event: "VIDEO_GENERATION_SUCCESS",
    result: "delivered",
    statusCode: 204,
    n: 3,
    times: [10, 10, 20],
  });
  for (const since of ["15m", "1h", "24h", "7d", "30d"]) {
    const body = await stats(key, `?since=${since}`);
    expect(body.totals, since).toMatchObject({ delivered: 3, failed: 0 });
    expect(body.series.at(-1), since).toMatchObject({ delivered: 3 });
    expect(body.queue).toMatchObject({
      ready: 1,
      unfinished: 1,
      oldestSeconds: expect.any(Number),
    });
    expect(body).toHaveProperty("lastEventAt");
  }
});

test("counts what waited in a range that is over, not what came later", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const retried = { status: "pending", cause: "timeout", finishedAt: null } as const;
  await ended(id, webhookId, 2.2, [{}, refused, retried]);
  await db.execute(sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, attempt, due_at)
    select id, event_id, webhook_id, account_id, trigger, 1, now() + interval '1 hour' from deliveries
    where webhook_id = ${webhookId}::uuid and status = 'pending'`);
  await api("POST /v1/events", { key, body: videoDone });
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const past = async (from: number, to: number, more = "") =>
    stats(key, `?from=${ago(from)}&to=${ago(to)}${more}`);
  const { totals, earlier } = await past(2.4, 1);
  const counts = { delivered: 1, failed: 1, retrying: 1, pending: 1, total: 3, rate: 1 / 3 };
  expect(totals).toMatchObject(counts);
  expect(earlier).toEqual({ waiting: 0, pending: 0 });
  const after = await past(1.5, 1);
  expect(after.totals).toMatchObject({ delivered: 0, retrying: 1, pending: 1, total: 1 });
  expect(after.earlier).toEqual({ waiting: 1, pending: 1 });
  expect(after.series[0]).toMatchObject({ waiting: 1, pending: 1 });
  expect((await stats(key)).totals).toMatchObject({ retrying: 1, pending: 2, total: 4 });
  for (const [cause, retrying] of [
    ["timeout", 1],
    ["dns", 0],
  ] as const)
    expect((await past(2.4, 1, `&cause=${cause}`)).totals, cause).toMatchObject({ retrying });
});

test("limits an account to itself, and a service key to any or all", async () => {
  const [mine, theirs] = [await account(), await account()];
  await ended(theirs.id, (await webhook(theirs.key)).id, 1, [{}, {}]);
  await api("POST /v1/events", { key: theirs.key, body: videoDone });
  for (const query of ["", `?account=${theirs.id}`]) {
    const body = await stats(mine.key, query);
    expect(body).toMatchObject({ totals: { delivered: 0 }, slowest: [], queue: { unfinished: 0 } });
    expect(body).not.toHaveProperty("lastEventAt");
    expect(body.totals).not.toHaveProperty("rate");
  }
  const service = await keyOf(null, ["deliveries:read"]);
  expect((await stats(service, `?account=${theirs.id}`)).totals.delivered).toBe(2);
  expect((await stats(service)).totals.delivered).toBeGreaterThanOrEqual(2);
});

test("refuses invalid ranges", async () => {
  const { key } = await account();
  const [early, late] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
  for (const query of [
    "since=2d",
    `since=1h&from=${early}`,
    `to=${late}`,
    `from=${late}&to=${early}`,
    "x=1",
  ]) {
    const { status, body } = await api(`GET /v1/stats?${query}`, { key });
    expect(status, query).toBe(400);
    expect(body.issues.length, query).toBeGreaterThan(0);
  }
});
