import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { memberText } from "@/lib/protocol/json-text";
import { api } from "./client";
import { account, db, keyOf, videoDone, webhook } from "./world";

const json = { "content-type": "application/json" };

describe("publishing an event", () => {
  test("creates one delivery per subscribed webhook of the account", async () => {
    const [mine, theirs] = [await account(), await account()];
    const first = await webhook(mine.key);
    const second = await webhook(mine.key);
    await webhook(mine.key, { events: ["AVATAR_TRAINING_FAILED"] });
    await webhook(theirs.key);

    const { status, body } = await api("POST /v1/events", { key: mine.key, body: videoDone });
    expect(status).toBe(202);
    expect(body).toMatchObject({ event: "VIDEO_GENERATION_SUCCESS", deliveries: 2 });

    const { body: event } = await api(`GET /v1/events/${body.id}`, { key: mine.key });
    expect(event.data).toEqual({ videoId: "video-1" });
    const reached = event.deliveries.map((one: { webhookId: string }) => one.webhookId);
    expect(reached.sort()).toEqual([first.id, second.id].sort());
    const waiting = await db.select().from(queue).where(eq(queue.eventId, body.id));
    expect(waiting).toHaveLength(2);
  });

  test("with webhookId goes to that webhook only, subscribed or not, with all retries", async () => {
    const { key } = await account();
    await webhook(key);
    const { id: webhookId } = await webhook(key, { events: ["AVATAR_TRAINING_FAILED"] });
    const named = { ...videoDone, webhookId };
    const batch = { events: [named, videoDone] };
    const answers = [
      await api("POST /v1/events", { key, body: named }),
      await api("POST /v1/events/batch", { key, body: batch }),
    ];
    const [one, two, other] = [answers[0]!.body, ...answers[1]!.body.events];
    expect([one.deliveries, two.deliveries, other.deliveries]).toEqual([1, 1, 1]);
    const { body } = await api(`GET /v1/deliveries?webhook=${webhookId}`, { key });
    expect(body.deliveries).toMatchObject([{ trigger: "event" }, { trigger: "event" }]);
  });

  test("refuses a webhook of another account", async () => {
    const [mine, theirs] = [await account(), await account()];
    const { id: webhookId } = await webhook(theirs.key);
    const stray = { ...videoDone, webhookId };
    const { key } = mine;
    const { body: one } = await api("POST /v1/events", { key, body: stray });
    const batch = { events: [videoDone, stray] };
    const { body: many } = await api("POST /v1/events/batch", { key, body: batch });
    const message = "The account has no such webhook. GET /v1/webhooks lists those that it has";
    expect(one).toMatchObject({ code: 40000, issues: [{ path: "webhookId", message }] });
    expect(many).toMatchObject({ code: 40000, issues: [{ path: "events.1.webhookId", message }] });
  });

  test("stores an event without subscribers", async () => {
    const { key } = await account();
    const { status, body } = await api("POST /v1/events", { key, body: videoDone });
    expect([status, body.deliveries]).toEqual([202, 0]);
    expect((await api(`GET /v1/events/${body.id}`, { key })).body.deliveries).toEqual([]);
  });

  test("stores the bytes of data as published, and returns them", async () => {
    const { key } = await account();
    await webhook(key);
    const data =
      '{ "videoId":"v\\u0000\\ud800", "10":1, "2":1.0,"extras":{"a":"é"}, "n":1E400, "m":12345678901234567890, "__proto__":{"x":1} }';
    const raw = `{"data":${data},"event":"VIDEO_GENERATION_SUCCESS"}`;
    const { status, body } = await api("POST /v1/events", { key, raw, headers: json });
    expect(status).toBe(202);
    const [kept] = await db.select().from(events).where(eq(events.id, body.id));
    expect(kept!.data).toBe(data);
    const event = await api(`GET /v1/events/${body.id}`, { key });
    const delivery = await api(`GET /v1/deliveries/${event.body.deliveries[0].id}`, { key });
    expect([event, delivery].map(({ text }) => memberText(text, "data"))).toEqual([data, data]);
  });

  const publish = (data: unknown, event = "VIDEO_GENERATION_SUCCESS") => ({ event, data });
  test.each([
    [publish({}), "data.videoId"],
    [publish({ videoId: "" }), "data.videoId"],
    [publish({ videoId: 7 }), "data.videoId"],
    [publish({ videoId: "v", videoUrl: null }), "data.videoUrl"],
    [publish({ videoId: "v", extras: null }), "data.extras"],
    [publish({ videoId: "v", extras: "none" }), "data.extras"],
    [publish({ videoId: "v", extras: { a: 1 } }), "data.extras.a"],
    [
      publish({ videoId: "v", extras: Object.fromEntries([..."abcdefghijk"].map((k) => [k, k])) }),
      "data.extras",
    ],
    [publish({ videoId: "v" }, "AVATAR_TRAINING_FAILED"), "data.avatarId"],
    [publish({ videoId: "v" }, "VIDEO_DELETED"), "event"],
    [publish(null), "data"],
    [{ event: "VIDEO_GENERATION_SUCCESS" }, "data"],
  ])("refuses what receivers could not read: %#", async (body, path) => {
    const { key } = await account();
    const answer = await api("POST /v1/events", { key, body });
    expect([answer.status, answer.body.code]).toEqual([400, 40000]);
    expect(answer.body.issues).toContainEqual(expect.objectContaining({ path }));
  });

  test.each([
    [{ event: "VIDEO_GENERATION_FAILED", data: { videoId: "v", error: "no face", message: "x" } }],
    [{ event: "AVATAR_TRAINING_SUCCESS", data: { avatarId: "a", voiceId: "b", extras: {} } }],
    [{ event: "AVATAR_TRAINING_FAILED", data: { avatarId: "a", avatarName: "n", more: [1] } }],
  ])("accepts each of the four with unknown members: %#", async (body) => {
    const { key } = await account();
    expect((await api("POST /v1/events", { key, body })).status).toBe(202);
  });

  test("accepts an account name from service keys only", async () => {
    const [mine, theirs] = [await account(), await account()];
    await webhook(mine.key);
    const service = await keyOf(null, ["events:write"]);
    const named = { ...videoDone, accountId: mine.id };
    expect((await api("POST /v1/events", { key: service, body: named })).body.deliveries).toBe(1);
    const refused = [
      await api("POST /v1/events", { key: theirs.key, body: named }),
      await api("POST /v1/events", { key: service, body: videoDone }),
      await api("POST /v1/events", {
        key: service,
        body: { ...videoDone, accountId: randomUUID() },
      }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.issues[0].path]).toEqual([400, "accountId"]);
    }
  });
});

describe("testing a webhook", () => {
  test("sends a test event to that webhook only, not listed among events", async () => {
    const { key } = await account();
    const { id } = await webhook(key, { events: ["AVATAR_TRAINING_FAILED"] });
    await webhook(key, { events: ["AVATAR_TRAINING_FAILED"] });
    const { status, body } = await api(`POST /v1/webhooks/${id}/test`, { key });
    expect(status).toBe(202);
    const { body: made } = await api(`GET /v1/deliveries/${body.id}`, { key });
    expect(made).toMatchObject({
      webhookId: id,
      event: "AVATAR_TRAINING_FAILED",
      trigger: "test",
      eventId: body.eventId,
    });
    const { body: all } = await api("GET /v1/deliveries", { key });
    expect(all.deliveries).toHaveLength(1);
    expect((await api("GET /v1/events", { key })).body.events).toEqual([]);
  });

  test("sends the data given, byte for byte, after checking it", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const raw = '{"event":"VIDEO_GENERATION_FAILED","data":{"videoId":"v",  "n":1.0}}';
    const { body } = await api(`POST /v1/webhooks/${id}/test`, { key, raw, headers: json });
    const [kept] = await db.select().from(events).where(eq(events.id, body.eventId));
    expect(kept!.data).toBe('{"videoId":"v",  "n":1.0}');

    const wrong = { event: "VIDEO_GENERATION_FAILED", data: { videoId: "" } };
    const refused = await api(`POST /v1/webhooks/${id}/test`, { key, body: wrong });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, "data.videoId"]);
    const nameless = await api(`POST /v1/webhooks/${id}/test`, { key, body: { data: {} } });
    expect([nameless.status, nameless.body.issues[0].path]).toEqual([400, "event"]);
  });
});
