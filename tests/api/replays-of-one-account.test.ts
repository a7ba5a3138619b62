import { expect, test } from "vitest";
import { api } from "./client";
import { end } from "./queue-row";
import { account, delivery, keyOf } from "./world";

test("a replay of one account that a service key starts names this account, also in the audit log", async () => {
  const { id: accountId, key } = await account();
  const { id } = await delivery(key);
  await end(id, "failed");
  const service = await keyOf(null, ["admin", "deliveries:read", "deliveries:write"]);
  const draft = { filter: { account: accountId, status: "failed" }, ratePerSecond: 1 };
  const { body } = await api("POST /v1/replays", { key: service, body: draft });
  expect(body).toMatchObject({ accountId, total: 1 });
  const { body: list } = await api("GET /v1/replays", { key: service });
  expect(list.replays).toContainEqual(body);
  await api(`POST /v1/replays/${body.id}/cancel`, { key: service });
  const { body: log } = await api(`GET /v1/audit?account=${accountId}&target=${body.id}`, {
    key: service,
  });
  expect(log.entries).toMatchObject([
    { action: "replay.cancelled", accountId },
    { action: "replay.created", accountId },
  ]);
  expect((await api(`GET /v1/replays/${body.id}`, { key })).status).toBe(404);
});
