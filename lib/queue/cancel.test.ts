import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { cancel, cancelAll } from "./cancel";
import { claim } from "./claim";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const { delivery, queued } = deliveryState(sql);

test("cancels a delivery that waits, and none that a worker holds", async () => {
  const webhook = await make.webhook();
  const leased = await make.delivery(webhook);
  await claim(sql, { limit: 9 });
  const waiting = await make.delivery(webhook);

  expect(await cancel(db, waiting.id)).toBe(true);
  expect(await cancel(db, leased.id)).toBe(false);

  expect(await delivery(waiting.id)).toMatchObject({ status: "cancelled", finished: true });
  expect(await queued(waiting.id)).toBeUndefined();
  expect(await delivery(leased.id)).toMatchObject({ status: "pending", finished: false });
  expect(await queued(leased.id)).toMatchObject({ leased: true, attempt: 1 });
});

test("cancels all deliveries of a webhook; one that is being resent stays delivered", async () => {
  const [webhook, other] = [await make.webhook(), await make.webhook()];
  const leased = await make.delivery(webhook);
  await claim(sql, { limit: 9 });
  const waiting = await make.delivery(webhook);
  const resent = await make.delivery(webhook, { trigger: "resend", status: "delivered" });
  const untouched = await make.delivery(other);

  await cancelAll(db, webhook.id);

  const statuses = [leased, waiting, resent, untouched].map(async ({ id }) => delivery(id));
  expect(await Promise.all(statuses)).toMatchObject([
    { status: "cancelled", finished: true },
    { status: "cancelled", finished: true },
    { status: "delivered" },
    { status: "pending" },
  ]);
  expect(await sql`select delivery_id from queue where webhook_id = ${webhook.id}`).toEqual([]);
  expect(await queued(untouched.id)).toMatchObject({ leased: false });
});

test("a delivered delivery that is being resent is not cancelled, and its resend stays", async () => {
  const { id } = await make.delivery(await make.webhook(), {
    trigger: "resend",
    status: "delivered",
  });

  expect(await cancel(db, id)).toBe(false);

  expect(await delivery(id)).toMatchObject({ status: "delivered" });
  expect(await queued(id)).toMatchObject({ trigger: "resend" });
});
