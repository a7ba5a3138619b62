import { expect, test } from "vitest";
import { api } from "./client";
import { account, delivery, videoDone, webhook } from "./world";

type Entry = { action: string; targetName?: string };

test("the audit log keeps the names of objects, also of deleted ones", async () => {
  const { key } = await account();
  const { id } = await webhook(key, { callbackUrl: "https://a.example/in?token=abc" });
  await api(`PUT /v1/webhooks/${id}/settings`, { key, body: { label: "Studio" } });
  await api(`POST /v1/webhooks/${id}/test`, { key });
  await api(`DELETE /v1/webhooks/${id}`, { key });
  const draft = { name: "reader", scopes: ["webhooks:read"] };
  const { body: issued } = await api("POST /v1/api-keys", { key, body: draft });
  await api(`DELETE /v1/api-keys/${issued.id}`, { key });
  const { body: log } = await api("GET /v1/audit", { key });
  const names = log.entries.map(({ action, targetName }: Entry) => [action, targetName]);
  expect(names).toEqual([
    ["api_key.revoked", "reader"],
    ["api_key.issued", "reader"],
    ["webhook.deleted", "Studio"],
    ["webhook.tested", "Studio"],
    ["webhook.settings_updated", "Studio"],
    ["webhook.created", "https://a.example/in"],
  ]);
});

test("the audit log names the webhook of a delivery, also of a deleted webhook", async () => {
  const { key } = await account();
  const { id, webhookId } = await delivery(key);
  await api(`PUT /v1/webhooks/${webhookId}/settings`, { key, body: { label: "Studio" } });
  await api(`POST /v1/deliveries/${id}/cancel`, { key });
  await api(`DELETE /v1/webhooks/${webhookId}`, { key });
  const { body } = await api("GET /v1/audit?action=delivery.cancelled", { key });
  expect(body.entries).toMatchObject([{ targetName: `${videoDone.event} → Studio` }]);
});
