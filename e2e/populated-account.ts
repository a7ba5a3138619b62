import { type APIRequestContext, expect } from "@playwright/test";
import type { Receiver } from "@/tests/receiver";
import type { Known } from "@/tests/routes";
import type { Program } from "./program";

type Means = { api: APIRequestContext; program: Program; receiver: Receiver };

/** A long URL without a break opportunity; it must not widen any page. */
const longName = "hookswithoutend".repeat(8);

/** Creates one resource for each page with an id in its path. Returns the ids by the segment before them. */
export async function populateAccount({ api, program, receiver }: Means): Promise<Known> {
  const webhooks = await program.webhook(`${receiver.url}/${longName}`);
  const deliveries = await program.delivery(webhooks, "delivered");
  const { eventId } = await (await api.get(`/v1/deliveries/${deliveries}`)).json();
  const replays = await idOf(api, "/v1/replays", { ids: [deliveries] });
  const inbox = await idOf(api, "/v1/inbox/bins", { name: "Sample bin" });
  return {
    webhooks,
    deliveries,
    published: eventId,
    replays,
    inbox,
    api: "webhooks",
    events: "VIDEO_GENERATION_SUCCESS",
  };
}

async function idOf(api: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await api.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}
