import { expect, test } from "vitest";
import { api } from "./client";
import { beginTransaction, untilBlocking } from "./until-blocking";
import { account, delivery, videoDone, webhook } from "./world";

test("cancelling a delivery that ends meanwhile names its state", async () => {
  const { key } = await account();
  const { id } = await delivery(key);
  const ending = await beginTransaction();
  await ending`delete from queue where delivery_id = ${id}`;
  await ending`update deliveries set status = 'delivered', finished_at = now() where id = ${id}`;
  const cancelling = api(`POST /v1/deliveries/${id}/cancel`, { key });
  await untilBlocking(ending);
  await ending`commit`;
  const { status, body } = await cancelling;
  expect([status, body.message]).toEqual([409, "The delivery is delivered; nothing is pending."]);
});

test("cancelling by filter names others that match after workers took all that it found", async () => {
  const { id: accountId, key } = await account();
  await webhook(key);
  const events = Array(200).fill(videoDone);
  await api("POST /v1/events/batch", { key, body: { events } });
  const claim = await beginTransaction();
  await claim`update queue set leased = true where account_id = ${accountId}`;
  const cancel = async () =>
    (await api("POST /v1/deliveries/cancel", { key, body: { filter: {} } })).body;
  const cancelling = cancel();
  await untilBlocking(claim);
  await api("POST /v1/events", { key, body: videoDone });
  await claim`commit`;
  expect(await cancelling).toEqual({ cancelled: 0, more: true });
  expect(await cancel()).toEqual({ cancelled: 1, more: false });
});
