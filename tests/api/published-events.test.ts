import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { eventNames } from "@/db/enums";
import { deliveries } from "@/db/schema/deliveries";
import { api } from "./client";
import { account, db, delivery, keyOf, videoDone } from "./world";

describe("reading events", () => {
  test("lists the caller's events, newest first, page by page", async () => {
    const { key } = await account();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.unshift((await api("POST /v1/events", { key, body: videoDone })).body.id);
    }
    const { body: first } = await api("GET /v1/events?limit=2", { key });
    const { body: second } = await api(`GET /v1/events?limit=2&cursor=${first.nextCursor}`, {
      key,
    });
    const seen = [...first.events, ...second.events].map(({ id }) => id);
    expect(seen).toEqual(ids);
    expect(second).not.toHaveProperty("nextCursor");
  });

  test("finds events by id, video, type and time, with the state of their deliveries", async () => {
    const { key } = await account();
    const sent = await delivery(key);
    const videoId = randomUUID();
    const body = { event: "VIDEO_GENERATION_FAILED", data: { videoId } };
    const { body: lonely } = await api("POST /v1/events", { key, body });
    const found = async (query: string) => {
      const { body: list } = await api(`GET /v1/events?${query}`, { key });
      return list.events.map(({ id }: { id: string }) => id);
    };
    expect(await found(`q=${videoId}`)).toEqual([lonely.id]);
    expect(await found(`q=${sent.eventId}`)).toEqual([sent.eventId]);
    expect(await found(`q=${randomUUID()}`)).toEqual([]);
    expect(await found(`q=%00${videoId}`)).toEqual([lonely.id]);
    expect(await found("event=VIDEO_GENERATION_FAILED")).toEqual([lonely.id]);
    expect(await found(`from=${lonely.createdAt}`)).toEqual([lonely.id]);
    const local = new Date(Date.parse(lonely.createdAt) + 7_200_000).toISOString();
    const offset = encodeURIComponent(local.replace("Z", "+02:00"));
    expect(await found(`from=${offset}`)).toEqual([lonely.id]);
    expect(await found(`to=${lonely.createdAt}`)).toEqual([sent.eventId]);

    await db.update(deliveries).set({ status: "failed" }).where(eq(deliveries.id, sent.id));
    const { body: list } = await api("GET /v1/events", { key });
    expect(list.events).toMatchObject([
      { id: lonely.id, deliveries: 0, delivered: 0, failed: 0 },
      { id: sent.eventId, deliveries: 1, delivered: 0, failed: 1 },
    ]);
  });

  test("counts a day's events and their subscribers, of one's own account, without tests", async () => {
    const { key } = await account();
    const stranger = await account();
    const { webhookId } = await delivery(key);
    await delivery(stranger.key);
    await api(`POST /v1/webhooks/${webhookId}/test`, { key, body: {} });
    const { body } = await api("GET /v1/event-types/activity", { key });
    const counts = Object.fromEntries(
      body.eventTypes.map(({ name, ...figures }: { name: string }) => [name, figures]),
    );
    expect(counts.VIDEO_GENERATION_SUCCESS).toEqual({ published: 1, subscribers: 1 });
    expect(counts.AVATAR_TRAINING_FAILED).toMatchObject({ published: 0 });
  });

  test("limits a service key to the account it names, and no account to another", async () => {
    const [mine, theirs] = [await account(), await account()];
    await delivery(mine.key);
    await delivery(theirs.key);
    const service = await keyOf(null, ["deliveries:read"]);
    const figures = async (key: string) => {
      const query = `account=${mine.id}`;
      const { body: list } = await api(`GET /v1/events?${query}`, { key });
      const { body } = await api(`GET /v1/event-types/activity?${query}`, { key });
      const { published, subscribers } = body.eventTypes.find(
        ({ name }: { name: string }) => name === videoDone.event,
      );
      return [list.events.length, published, subscribers];
    };
    expect(await figures(service)).toEqual([1, 1, 1]);
    expect(await figures(theirs.key)).toEqual([0, 0, 0]);
  });

  test("describes every type with schema and a sample that publishes", async () => {
    const { key } = await account();
    const { body } = await api("GET /v1/event-types", { key });
    expect(body.eventTypes.map(({ name }: { name: string }) => name)).toEqual(eventNames);
    for (const { name, sample, schema } of body.eventTypes) {
      expect(schema.type).toBe("object");
      const published = await api("POST /v1/events", { key, body: { event: name, data: sample } });
      expect(published.status).toBe(202);
    }
  });
});

test("an event's page is visible to its account only", async () => {
  const [mine, theirs] = [await account(), await account()];
  const { eventId } = await delivery(theirs.key);
  expect((await api(`GET /v1/events/${eventId}`, { key: mine.key })).status).toBe(404);
});
