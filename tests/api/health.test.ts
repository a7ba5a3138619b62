import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";
import { receivers } from "@/db/schema/webhooks";
import { rebuild } from "@/lib/tallies/rebuild";
import { api } from "./client";
import { client, ended } from "./ended";
import { health } from "./health-of";
import { account, db, delivery, keyOf, videoDone, webhook } from "./world";

const hourMs = 3_600_000;

test("is listed page by page, in the order of webhooks", async () => {
  const { id, key } = await account();
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await webhook(key)).id);
  await ended(id, ids[1]!, 1, [{}]);
  const { body: whole } = await api("GET /v1/webhook-health", { key });
  const { body: webhooks } = await api("GET /v1/webhooks", { key });
  expect(whole.map(({ webhookId }: { webhookId: string }) => webhookId)).toEqual(
    webhooks.map(({ id }: { id: string }) => id),
  );
  const first = await api("GET /v1/webhook-health?limit=2", { key });
  const [, next] = /^<(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "") ?? [];
  const second = await api(`GET ${next}`, { key });
  expect(second.headers.get("link")).toBeNull();
  expect([...first.body, ...second.body]).toEqual(whole);
  expect(whole).toMatchObject([{}, { state: "healthy", delivered: 1 }, {}]);
});

test("is listed and counted for one account", async () => {
  const [one, other] = [await account(), await account()];
  const { id } = await webhook(one.key);
  await webhook(other.key);
  const read = async (key: string) => {
    const { body: listed } = await api(`GET /v1/webhook-health?account=${one.id}`, { key });
    const { body } = await api(`GET /v1/webhook-health/counts?account=${one.id}`, { key });
    const counts: { webhooks: number }[] = body;
    return {
      ids: listed.map(({ webhookId }: { webhookId: string }) => webhookId),
      counted: counts.reduce((sum, { webhooks }) => sum + webhooks, 0),
    };
  };
  const service = await keyOf(null, ["deliveries:read"]);
  expect(await read(service)).toEqual({ ids: [id], counted: 1 });
  expect(await read(one.key)).toEqual({ ids: [id], counted: 1 });
  expect(await read(other.key)).toEqual({ ids: [], counted: 0 });
});

test("of 501 webhooks is listed in one answer, or in parts, and counted whole", async () => {
  const { id, key } = await account();
  await db.execute(sql`
    insert into webhooks (id, account_id, callback_url, events)
    select new_id(), ${id}, 'https://hooks.example/' || n, array['VIDEO_GENERATION_SUCCESS']
    from generate_series(1, 501) n`);
  const whole = await api("GET /v1/webhook-health", { key });
  expect([whole.body.length, whole.headers.get("link")]).toEqual([501, null]);
  const { body, headers } = await api("GET /v1/webhook-health?limit=500", { key });
  expect([body.length, headers.get("link")]).toEqual([500, expect.stringContaining("cursor=")]);
  const { body: counts } = await api("GET /v1/webhook-health/counts", { key });
  expect(counts).toContainEqual({ state: "no_traffic", webhooks: 501 });
});

test("returns the 95th percentile of the last day only", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  await ended(
    id,
    webhookId,
    2,
    Array.from({ length: 100 }, (_, n) => ({ durationMs: n + 1 })),
  );
  await ended(id, webhookId, 3, [{ trigger: "test", durationMs: 9000 }]);
  await ended(
    id,
    webhookId,
    30,
    Array.from({ length: 50 }, () => ({ durationMs: 9000 })),
  );
  expect(await health(key, webhookId)).toMatchObject({ state: "healthy", delivered: 100, p95: 97 });
});

test("counts the day hour by hour, oldest first", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  await ended(id, webhookId, 23.5, [{}, {}]);
  const failures = [503, 503, 502, 500, null, null, null].map((statusCode) => {
    const cause = statusCode ? ("http_5xx" as const) : ("timeout" as const);
    return { status: "failed" as const, cause, statusCode };
  });
  await ended(id, webhookId, 0.5, [{}, ...failures]);
  await ended(id, webhookId, 24.5, [{}]);
  const { hours, ...facts } = await health(key, webhookId);
  expect(facts).toMatchObject({
    state: "degraded",
    delivered: 3,
    failed: 7,
    cause: "http_5xx",
    statusCode: 503,
  });
  expect(facts.reason).toContain("HTTP 503");
  expect(hours).toHaveLength(24);
  expect(hours[0]).toMatchObject({ delivered: 2, failed: 0 });
  expect(hours[23]).toMatchObject({ delivered: 1, failed: 7 });
  expect(hours[12]).toMatchObject({ delivered: 0, failed: 0, retrying: 0 });
  const starts = hours.map(({ from }: { from: string }) => Date.parse(from));
  expect(starts[23] - starts[0]).toBe(23 * hourMs);
});

test("fails from five failures on, after failures of a minute, or with an open circuit; and says so once", async () => {
  const { key } = await account();
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const soon = new Date(Date.now() + 60_000);
  for (const [isFailing, receiver] of [
    [false, { failures: 4, failingSince: ago(50), failedAt: ago(0) }],
    [false, { failures: 9, failingSince: null }],
    [false, { failures: 1, failingSince: ago(90), failedAt: ago(90) }],
    [false, { failures: 1, failingSince: ago(5), failedAt: ago(5), openUntil: soon, allowance: 2 }],
    [true, { failures: 5, failingSince: ago(5), failedAt: ago(0) }],
    [true, { failures: 1, failingSince: ago(5), failedAt: ago(5), openUntil: soon }],
    [true, { failures: 2, failingSince: ago(90), failedAt: ago(30) }],
  ] as const) {
    const { id: webhookId } = await webhook(key);
    await db.insert(receivers).values({ webhookId, failures: 1, failingSince: ago(90) });
    const of = eq(receivers.webhookId, webhookId);
    await db.update(receivers).set(receiver).where(of);
    await db.update(receivers).set({ failure: "It answered 503." }).where(of);
    const { state } = await health(key, webhookId);
    expect(state, JSON.stringify(receiver)).toBe(isFailing ? "failing" : "no_traffic");
    await db
      .update(receivers)
      .set({ failures: 0, failingSince: null, failedAt: null, openUntil: null })
      .where(of);
    const path = `GET /v1/operational-events?webhook=${webhookId}&kind=webhook.failing,webhook.recovered`;
    const { operationalEvents } = (await api(path, { key })).body;
    expect(operationalEvents, JSON.stringify(receiver)).toHaveLength(isFailing ? 2 : 0);
  }
});

test("omits unknown values", async () => {
  const { key } = await account();
  const { id } = await webhook(key);
  const body = await health(key, id);
  expect(body).toMatchObject({ state: "no_traffic", delivered: 0, failed: 0, backlog: 0 });
  expect(body).not.toHaveProperty("p95");
  expect(body).not.toHaveProperty("since");
});

test("reports a slow receiver, with the time since", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const slowSince = new Date(Date.now() - hourMs);
  await db.insert(receivers).values({ webhookId, slowSince });
  await ended(id, webhookId, 1, [
    { durationMs: 14_000 },
    { status: "failed", cause: "timeout", durationMs: 15_000 },
  ]);
  expect(await health(key, webhookId)).toMatchObject({
    slowSince: slowSince.toISOString(),
    p95: 15_158,
    reason: expect.stringContaining("Timeout"),
  });
});

test("returns the end of an open circuit's cool-down, but not while recovering", async () => {
  const { id: accountId, key } = await account();
  const { id, webhookId } = await delivery(key);
  await db
    .update(deliveries)
    .set({ attempts: 1, cause: "connect", durationMs: 3 })
    .where(eq(deliveries.id, id));
  await db.update(queue).set({ attempt: 1 }).where(eq(queue.deliveryId, id));
  const openUntil = new Date(Date.now() + 60_000);
  const failingSince = new Date();
  await db.insert(receivers).values({ webhookId, openUntil, cooldownSeconds: 60, failingSince });
  await db.insert(attempts).values({
    deliveryId: id,
    number: 1,
    trigger: "event",
    startedAt: failingSince,
    durationMs: 3,
    cause: "connect",
  });
  await rebuild(client, { accountId });
  expect(await health(key, webhookId)).toMatchObject({
    state: "failing",
    retrying: 1,
    backlog: 1,
    restsUntil: openUntil.toISOString(),
    since: failingSince.toISOString(),
    reason: expect.stringContaining("Connection failed"),
  });

  await db.update(receivers).set({ allowance: 2 }).where(eq(receivers.webhookId, webhookId));
  expect(await health(key, webhookId)).not.toHaveProperty("restsUntil");
});

test("counts deliveries that first failed more than a day ago as retrying", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const retried = { status: "pending", cause: "http_5xx", finishedAt: null } as const;
  await ended(id, webhookId, 40, [retried]);
  await ended(id, webhookId, 5.2, [retried]);
  await db.execute(sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, attempt, due_at)
    select id, event_id, webhook_id, account_id, trigger, 4, now() + interval '1 hour' from deliveries
    where webhook_id = ${webhookId}::uuid`);
  const failingSince = new Date(Date.now() - 40 * hourMs);
  await db.insert(receivers).values({ webhookId, failingSince, failedAt: new Date() });
  await api(`POST /v1/webhooks/${webhookId}/test`, { key, body: {} });
  const { hours, ...facts } = await health(key, webhookId);
  const since = failingSince.toISOString();
  expect(facts).toMatchObject({ state: "failing", retrying: 2, backlog: 2, since });
  const waiting = hours.map((hour: { waiting: number }) => hour.waiting);
  expect([waiting[0], waiting[18]]).toEqual([1, 1]);
  expect(waiting.filter((n: number) => n > 0)).toHaveLength(2);
});

test("excludes other accounts' webhooks", async () => {
  const [mine, theirs] = [await account(), await account()];
  await delivery(theirs.key);
  await api("POST /v1/events", { key: mine.key, body: videoDone });
  expect((await api("GET /v1/webhook-health", { key: mine.key })).body).toEqual([]);
});
