import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import type { EventName } from "@/db/enums";

type Delivery = { id: string; status: string; attempts: number };

/** API calls of the video service and its customers. */
export function program(api: APIRequestContext) {
  async function webhook(
    callbackUrl: string,
    events: EventName[] = ["VIDEO_GENERATION_SUCCESS"],
  ): Promise<string> {
    const answer = await api.post("/v1/webhooks", { data: { callbackUrl, events } });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()).id;
  }

  async function publish(event: EventName = "VIDEO_GENERATION_SUCCESS"): Promise<string> {
    const data = { videoId: randomUUID(), avatarId: randomUUID() };
    const answer = await api.post("/v1/events", { data: { event, data } });
    expect(answer.status(), await answer.text()).toBe(202);
    return (await answer.json()).id;
  }

  /** Publishes this many events by one request. */
  async function publishMany(
    count: number,
    event: EventName = "VIDEO_GENERATION_SUCCESS",
  ): Promise<void> {
    const data = { videoId: randomUUID(), avatarId: randomUUID() };
    const events = Array(count).fill({ event, data });
    const answer = await api.post("/v1/events/batch", { data: { events } });
    expect(answer.status(), await answer.text()).toBe(202);
  }

  async function deliveriesTo(webhookId: string): Promise<Delivery[]> {
    const answer = await api.get("/v1/deliveries", { params: { webhook: webhookId, limit: 200 } });
    return (await answer.json()).deliveries;
  }

  /** Publishes one event to a webhook and returns its delivery once it has the status. */
  async function delivery(webhookId: string, status: string): Promise<string> {
    await publish();
    const latest = async () => (await deliveriesTo(webhookId))[0];
    await expect.poll(async () => (await latest())?.status).toBe(status);
    return (await latest())!.id;
  }

  /** Same, once a first attempt is in the log, with any result. */
  async function attempted(webhookId: string): Promise<string> {
    await publish();
    const latest = async () => (await deliveriesTo(webhookId))[0];
    await expect.poll(async () => (await latest())?.attempts).toBeGreaterThan(0);
    return (await latest())!.id;
  }

  /** Deliveries that ended without a request: their webhook was paused until they were cancelled. */
  async function cancelled(webhookId: string, count: number): Promise<string[]> {
    const settings = (paused: boolean) =>
      api.put(`/v1/webhooks/${webhookId}/settings`, { data: { paused } });
    await settings(true);
    await publishMany(count);
    const ids = (await deliveriesTo(webhookId)).map(({ id }) => id);
    const data = { filter: { webhook: [webhookId] } };
    const answer = await api.post("/v1/deliveries/cancel", { data });
    expect(await answer.json()).toMatchObject({ cancelled: count, more: false });
    await settings(false);
    return ids;
  }

  async function deleteEverything(): Promise<void> {
    // A test may have resumed its database a moment ago; some connections still find it away.
    await expect.poll(async () => (await api.get("/v1/webhooks")).status()).toBe(200);
    const webhooks: { id: string }[] = await (await api.get("/v1/webhooks")).json();
    await Promise.all(webhooks.map(({ id }) => api.delete(`/v1/webhooks/${id}`)));
  }

  return {
    webhook,
    publish,
    publishMany,
    deliveriesTo,
    delivery,
    attempted,
    cancelled,
    deleteEverything,
  };
}
export type Program = ReturnType<typeof program>;
