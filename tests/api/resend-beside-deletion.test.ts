import { expect, test } from "vitest";
import { api } from "./client";
import { end } from "./queue-row";
import { beginTransaction } from "./until-blocking";
import { account, delivery } from "./world";

test("a resend is refused while the webhook is being deleted, and the delivery stays failed", async () => {
  const { key } = await account();
  const { id, webhookId } = await delivery(key);
  await end(id, "failed");
  const deletion = await beginTransaction();
  await deletion`delete from webhooks where id = ${webhookId}`;
  const { status } = await api(`POST /v1/deliveries/${id}/resend`, { key });
  await deletion`commit`;
  const { body } = await api(`GET /v1/deliveries/${id}`, { key });
  expect([status, body.status]).toEqual([409, "failed"]);
});
