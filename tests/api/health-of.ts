import { expect } from "vitest";
import { healthStates } from "@/lib/health/contract";
import { api } from "./client";

/** Reads the health of a webhook. The list, the counts and the search of its account must say the same. */
export async function health(key: string, id: string) {
  const { body } = await api(`GET /v1/webhooks/${id}/health`, { key });
  const { body: all } = await api("GET /v1/webhook-health", { key });
  const listed = all.find((one: { webhookId: string }) => one.webhookId === id);
  expect({ ...listed, hours: null }).toEqual({ ...body, hours: null });
  const { body: counts } = await api("GET /v1/webhook-health/counts", { key });
  const states = all.map(({ state }: { state: string }) => state);
  const countOf = (wanted: string) => states.filter((state: string) => state === wanted).length;
  expect(counts).toEqual(healthStates.map((state) => ({ state, webhooks: countOf(state) })));
  const { body: found } = await api(`GET /v1/webhook-search?status=${body.state}`, { key });
  const foundIds = found.webhooks.map(({ webhook }: { webhook: { id: string } }) => webhook.id);
  expect([foundIds.includes(id), found.total]).toEqual([true, countOf(body.state)]);
  return body;
}
