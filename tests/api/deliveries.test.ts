import { and, eq, ne } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import { queue } from "@/db/schema/deliveries";
import { receivers } from "@/db/schema/webhooks";
import { api } from "./client";
import { end, waiting } from "./queue-row";
import { account, db, delivery, videoDone, webhook } from "./world";

describe("listing deliveries", () => {
  test("filters by status, event, webhook and time, all at once", async () => {
    const { key } = await account();
    const one = await delivery(key);
    const other = await delivery(key);
    await end(one.id, "failed");
    const ids = async (query: string) => {
      const { body } = await api(`GET /v1/deliveries?${query}`, { key });
      return body.deliveries.map(({ id }: { id: string }) => id);
    };
    expect(await ids("status=failed")).toEqual([one.id]);
    expect(await ids("status=delivered")).toEqual([]);
    const all = await ids("");
    const endedTo = new Date(Date.now() + 3_600_000).toISOString();
    expect([await ids("status="), await ids(`status=&endedTo=${endedTo}`)]).toEqual([all, all]);
    expect(await ids("status=failed,pending")).toEqual(all);
    expect((await api("GET /v1/deliveries/count?status=", { key })).body.count).toBe(all.length);
    expect(await ids(`status=failed,pending&webhook=${one.webhookId}`)).not.toContain(other.id);
    expect(await ids("event=AVATAR_TRAINING_FAILED")).toEqual([]);
    expect(await ids("event=VIDEO_GENERATION_SUCCESS,AVATAR_TRAINING_FAILED")).toContain(one.id);
    expect(await ids(`since=${new Date(Date.now() + 3_600_000).toISOString()}`)).toEqual([]);
    expect(await ids(`since=${new Date(Date.now() - 3_600_000).toISOString()}`)).toContain(one.id);
  });

  test.each([
    "status=sent",
    "event=NONE",
    "webhook=7",
    "since=yesterday",
    "limit=0",
    "limit=201",
    "statu=failed",
  ])("refuses the filter %s rather than show too much", async (query) => {
    const { key } = await account();
    const { status, body } = await api(`GET /v1/deliveries?${query}`, { key });
    expect([status, body.code]).toEqual([400, 40000]);
    expect(body.issues[0].path).toContain(query.split("=")[0]);
  });

  test("pages without gaps or duplicates, also for rows of the same time", async () => {
    const { key } = await account();
    for (let n = 0; n < 3; n++) await webhook(key);
    for (let n = 0; n < 3; n++) await api("POST /v1/events", { key, body: videoDone });
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await api(`GET /v1/deliveries?limit=2${cursor}`, { key });
      seen.push(...body.deliveries.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : "";
    } while (cursor);
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
  });

  test("names the video of each, in the list and alone", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    const { body } = await api("GET /v1/deliveries", { key });
    const subject = videoDone.data.videoId;
    expect(body.deliveries).toMatchObject([{ id, subject }]);
    expect((await api(`GET /v1/deliveries/${id}`, { key })).body).toMatchObject({ id, subject });
  });

  test("excludes other accounts", async () => {
    const [mine, theirs] = [await account(), await account()];
    const { webhookId } = await delivery(theirs.key);
    const { body } = await api(`GET /v1/deliveries?webhook=${webhookId}`, { key: mine.key });
    expect(body.deliveries).toEqual([]);
  });
});

describe("resending", () => {
  test("puts a failed delivery at the head of the queue, for one attempt after its last", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    await end(id, "failed");
    const { status, body } = await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect(status).toBe(202);
    expect(body).toMatchObject({ id, status: "pending", sending: false });
    expect(body.nextAttemptAt).toBeDefined();
    expect(await waiting(id)).toMatchObject({ trigger: "resend", attempt: 10, resumeAt: null });
  });

  test("leaves a delivered one delivered", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    await end(id, "delivered");
    const { body } = await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect(body.status).toBe("delivered");
    expect(await waiting(id)).toMatchObject({ trigger: "resend" });
  });

  test("continues a running schedule afterwards, after any number of resends", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    const later = new Date(Date.now() + 3_600_000);
    await db.update(queue).set({ dueAt: later, attempt: 3 }).where(eq(queue.deliveryId, id));
    await api(`POST /v1/deliveries/${id}/resend`, { key });
    await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect(await waiting(id)).toMatchObject({ trigger: "resend", attempt: 3, resumeAt: later });
  });

  test("is refused while a request is in flight", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    await db.update(queue).set({ leased: true }).where(eq(queue.deliveryId, id));
    const { status, body } = await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect([status, body.code]).toEqual([409, 40900]);
    expect((await api(`GET /v1/deliveries/${id}`, { key })).body.sending).toBe(true);
  });

  test("is refused once the webhook is deleted", async () => {
    const { key } = await account();
    const { id, webhookId } = await delivery(key);
    await api(`DELETE /v1/webhooks/${webhookId}`, { key });
    const { status, body } = await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect([status, body.code]).toEqual([409, 40900]);
    expect((await api(`GET /v1/deliveries/${id}`, { key })).body.status).toBe("cancelled");
  });
});

describe("cancelling", () => {
  test("ends a pending delivery and takes it out of the queue", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    const { status, body } = await api(`POST /v1/deliveries/${id}/cancel`, { key });
    expect([status, body.status]).toEqual([200, "cancelled"]);
    expect(body).not.toHaveProperty("nextAttemptAt");
    expect(await waiting(id)).toBeUndefined();
    expect((await api(`POST /v1/deliveries/${id}/cancel`, { key })).status).toBe(409);
  });

  test("ends what matches a filter, except in flight, and records each", async () => {
    const { key } = await account();
    const [one, other, flying] = [await delivery(key), await delivery(key), await delivery(key)];
    await db.update(queue).set({ leased: true }).where(eq(queue.deliveryId, flying.id));
    const stop = async (filter: object) =>
      (await api("POST /v1/deliveries/cancel", { key, body: { filter } })).body;
    // The first webhook got all three events, the second one two.
    expect(await stop({ webhook: one.webhookId })).toEqual({ cancelled: 3, more: false });
    expect(await waiting(other.id)).toBeDefined();
    expect(await stop({ status: "pending" })).toEqual({ cancelled: 2, more: false });
    expect(await stop({})).toEqual({ cancelled: 0, more: false });
    expect(await waiting(flying.id)).toBeDefined();
    const { body } = await api("GET /v1/audit?action=delivery.cancelled", { key });
    const targets = body.entries.map(({ targetId }: { targetId: string }) => targetId);
    expect(targets).toHaveLength(5);
    expect(targets).toEqual(expect.arrayContaining([one.id, other.id]));
  });

  test("reaches what waits behind any number of requests in flight", async () => {
    const { id: accountId, key } = await account();
    await webhook(key);
    const events = Array(200).fill(videoDone);
    await api("POST /v1/events/batch", { key, body: { events } });
    const { id } = await delivery(key);
    const others = and(eq(queue.accountId, accountId), ne(queue.deliveryId, id));
    await db.update(queue).set({ leased: true }).where(others);
    const body = { filter: { status: "pending" } };
    const { body: stopped } = await api("POST /v1/deliveries/cancel", { key, body });
    expect([stopped, await waiting(id)]).toEqual([{ cancelled: 1, more: false }, undefined]);
  });

  test("says how many replays go on, of the account that it is about", async () => {
    const [mine, theirs] = [await account(), await account()];
    for (const { key } of [mine, theirs])
      await api("POST /v1/replays", { key, body: { ids: [uuidv7()], ratePerSecond: 1 } });
    const stop = async (filter: object) =>
      (await api("POST /v1/deliveries/cancel", { key: mine.key, body: { filter } })).body;
    const goesOn = { cancelled: 0, more: false, runningReplays: 1 };
    expect(await stop({})).toEqual(goesOn);
    expect(await stop({ account: mine.id })).toEqual(goesOn);
    expect(await stop({ account: theirs.id })).toEqual({ cancelled: 0, more: false });
  });

  test("is refused with an empty filter member, which would match everything", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    for (const [word, value] of Object.entries({ q: "  ", status: [], cause: "" })) {
      const filter = { [word]: value };
      const { status, body } = await api("POST /v1/deliveries/cancel", { key, body: { filter } });
      expect([status, body.code]).toEqual([400, 40000]);
      expect(body.issues).toMatchObject([{ path: `filter.${word}` }]);
    }
    expect(await waiting(id)).toBeDefined();
  });

  test("is refused while a request is in flight, to keep its result", async () => {
    const { key } = await account();
    const { id } = await delivery(key);
    await db.update(queue).set({ leased: true }).where(eq(queue.deliveryId, id));
    const { status, body } = await api(`POST /v1/deliveries/${id}/cancel`, { key });
    expect([status, body.code]).toEqual([409, 40900]);
    expect(await waiting(id)).toBeDefined();
  });
});

describe("the next attempt", () => {
  test("waits for the cool-down of an open circuit, except for resends", async () => {
    const { key } = await account();
    const { id, webhookId } = await delivery(key);
    const openUntil = new Date(Date.now() + 60_000);
    await db.insert(receivers).values({ webhookId, openUntil, cooldownSeconds: 60 });
    const next = async () => (await api(`GET /v1/deliveries/${id}`, { key })).body.nextAttemptAt;
    expect(await next()).toBe(openUntil.toISOString());
    await api(`POST /v1/deliveries/${id}/resend`, { key });
    expect((await next()) < openUntil.toISOString()).toBe(true);
  });
});
