import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveries, queue } from "@/db/schema/deliveries";
import { operationalEvents } from "@/db/schema/operational-events";
import { webhooks } from "@/db/schema/webhooks";
import { api } from "./client";
import { account, db, keyOf, videoDone, webhook } from "./world";

const callbackUrl = "https://once.example/done?job=7";
/** As the log shows it: values of the query may be tokens. */
const maskedUrl = "https://once.example/done?job=•••";

const publish = (key: string, more: object = {}) =>
  api("POST /v1/events", { key, body: { ...videoDone, callbackUrl, ...more } });
const targets = (accountId: string) =>
  db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.oneShot, true)));

describe("an event with a callbackUrl", () => {
  test("is also delivered there, beside the subscribed webhooks", async () => {
    const { key } = await account();
    const { id: webhookId } = await webhook(key);
    const { status, body: event } = await publish(key);
    expect([status, event.deliveries]).toEqual([202, 2]);

    const { body: log } = await api("GET /v1/deliveries", { key });
    const shown = log.deliveries.map((one: { callbackUrl: string; webhookId?: string }) => [
      one.callbackUrl,
      one.webhookId,
    ]);
    expect(new Map(shown)).toEqual(
      new Map([
        ["https://receiver.example/hook", webhookId],
        [maskedUrl, undefined],
      ]),
    );
    const { body: read } = await api(`GET /v1/events/${event.id}`, { key });
    expect(read.deliveries).toContainEqual(
      expect.not.objectContaining({ webhookId: expect.anything() }),
    );
    const once = log.deliveries.find((one: object) => !("webhookId" in one));
    const { body: detail } = await api(`GET /v1/deliveries/${once.id}`, { key });
    expect(detail).toMatchObject({ status: "pending", trigger: "event", callbackUrl: maskedUrl });
  });

  test("cannot be resent when its target is no longer stored, and says what to do", async () => {
    const { id: accountId, key } = await account();
    await publish(key);
    const { body: log } = await api("GET /v1/deliveries", { key });
    const [{ id }] = log.deliveries;
    await db.delete(queue).where(eq(queue.deliveryId, id));
    await db.update(deliveries).set({ status: "failed" }).where(eq(deliveries.id, id));
    await db.delete(webhooks).where(eq(webhooks.accountId, accountId));
    const { status, body } = await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect([status, body.message]).toEqual([
      409,
      "A one-shot callback can be resent for a few minutes only. Publish the event again with its callbackUrl.",
    ]);
  });

  test("is not a visible webhook: in no list, figure or limit, without other events", async () => {
    const { id: accountId, key } = await account();
    await publish(key);
    const [target] = await targets(accountId);
    expect((await api("GET /v1/webhooks", { key })).body).toEqual([]);
    expect((await api("GET /v1/webhook-health", { key })).body).toEqual([]);
    expect((await api("POST /v1/events", { key, body: videoDone })).body.deliveries).toBe(0);
    const all = await keyOf(null, ["webhooks:read", "webhooks:write", "webhooks:secrets"]);
    const parts = ["", "/settings", "/secret"];
    const lines = parts.map((part) => `GET /v1/webhooks/${target!.id}${part}`);
    for (const line of [...lines, `DELETE /v1/webhooks/${target!.id}`]) {
      expect((await api(line, { key: all })).status, line).toBe(404);
    }
    const { text } = await api("GET /v1/webhooks", { key: all });
    expect(text).not.toContain(target!.id);
    await db.update(webhooks).set({ pausedAt: new Date() }).where(eq(webhooks.id, target!.id));
    const ofTarget = eq(operationalEvents.webhookId, target!.id);
    expect(await db.$count(operationalEvents, ofTarget)).toBe(0);
  });

  test("creates one target per account and address, also concurrently", async () => {
    const [mine, theirs] = [await account(), await account()];
    await Promise.all([
      ...Array.from({ length: 8 }, () => publish(mine.key)),
      publish(mine.key, { callbackUrl: "https://once.example/other" }),
      publish(theirs.key),
    ]);
    const made = await targets(mine.id);
    expect(made.map((one) => one.callbackUrl).toSorted()).toEqual([
      callbackUrl,
      "https://once.example/other",
    ]);
    const { id } = made.find((one) => one.callbackUrl === callbackUrl)!;
    expect(await db.$count(deliveries, eq(deliveries.webhookId, id))).toBe(8);
    expect(await db.$count(queue, eq(queue.webhookId, id))).toBe(8);
  });

  test.each([
    "ftp://once.example/",
    "https://user:pass@once.example/",
    "http://127.0.0.1:9/",
    "http://metadata.internal/",
    "",
  ])("refuses %s, and stores nothing", async (url) => {
    const { key } = await account();
    const one = await publish(key, { callbackUrl: url });
    expect([one.status, one.body.code, one.body.issues[0].path]).toEqual([
      400,
      40002,
      "callbackUrl",
    ]);
    const body = { events: [videoDone, { ...videoDone, callbackUrl: url }] };
    const batch = await api("POST /v1/events/batch", { key, body });
    expect([batch.status, batch.body.code, batch.body.issues[0].path]).toEqual([
      400,
      40002,
      "events.1.callbackUrl",
    ]);
    expect((await api("GET /v1/events", { key })).body.events).toEqual([]);
  });

  test("may be a member of a batch, each with its own", async () => {
    const { id: accountId, key } = await account();
    const urls = [callbackUrl, "https://once.example/b", callbackUrl];
    const events = [videoDone, ...urls.map((url) => ({ ...videoDone, callbackUrl: url }))];
    const { body } = await api("POST /v1/events/batch", { key, body: { events } });
    expect(body.events.map((one: { deliveries: number }) => one.deliveries)).toEqual([0, 1, 1, 1]);
    expect(await targets(accountId)).toHaveLength(2);
  });
});

describe("the account's secret", () => {
  const at = (id: string) => `/v1/accounts/${id}/secret`;

  // `worker/account-secrets.test.ts` shows what signs.
  test("is the one that a rotation returned", async () => {
    const { id, key } = await account();
    await publish(key);
    const { body: first } = await api(`GET ${at(id)}`, { key });
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    for (const overlapSeconds of [3600, 0]) {
      const body = { overlapSeconds };
      const { status, body: made } = await api(`POST ${at(id)}/rotate`, { key, body });
      expect(status).toBe(200);
      expect((await api(`GET ${at(id)}`, { key })).body).toEqual(made);
      expect(made.secret).not.toBe(first.secret);
    }
  });

  test("is created once by concurrent requests, and private to its account", async () => {
    const [mine, theirs] = [await account(), await account()];
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => api(`GET ${at(mine.id)}`, { key: mine.key })),
    );
    expect(new Set(asked.map(({ body }) => body.secret)).size).toBe(1);
    expect((await api(`GET ${at(theirs.id)}`, { key: mine.key })).status).toBe(404);
    const { status, body } = await api(`POST ${at(mine.id)}/rotate`, {
      key: mine.key,
      body: { overlapSeconds: 5 },
    });
    expect([status, body.issues[0].path]).toEqual([400, "overlapSeconds"]);
  });
});
