import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { Receiver } from "@/tests/receiver";
import type { Api } from "./spawn-product";

export const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v-1" } };

/** Registers a webhook, publishes an event, and checks the request that the receiver gets. */
export async function deliver({ call }: Api, receiver: Receiver, callbackUrl = receiver.url) {
  const { id } = await call("POST /webhooks", { callbackUrl, events: [event.event] });
  const { secret } = await call(`GET /webhooks/${id}/secret`);
  const published = await call("POST /events", event);
  const { headers, body } = await receiver.next();
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  expect(headers["webhook-id"]).toBe(published.id);
  return { webhookId: String(id), eventId: String(published.id) };
}

/** Checks pages that need no session. */
export async function checkPages(origin: string) {
  for (const page of ["/login", "/docs"]) {
    const answer = await fetch(origin + page);
    expect([answer.status, await answer.text()], page).toEqual([
      200,
      expect.stringContaining("<!DOCTYPE html>"),
    ]);
  }
}
