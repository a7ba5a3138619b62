import { expect, test } from "vitest";
import { countWaiting, freshDatabase } from "@/tests/database";
import { deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { cancel } from "./cancel";
import { claim } from "./claim";
import { resend } from "./resend";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const { delivery, queued } = deliveryState(sql);

test.each(["event", "replay"] as const)(
  "a retry schedule (%s) that two resends interrupt continues at its original time",
  async (trigger) => {
    const dueAt = new Date(Date.now() + 3_600_000);
    const { id } = await make.delivery(await make.webhook(), { trigger, attempt: 3, dueAt });

    for (const _ of ["first", "second"]) {
      expect(await resend(db, id)).toBeNull();
      expect(await queued(id)).toMatchObject({ trigger: "resend", step: 3, resumeAt: dueAt });
    }
    const { claimed } = await claim(sql, { limit: 9 });
    expect(claimed).toMatchObject([{ deliveryId: id, trigger: "resend", attempt: 4 }]);
  },
);

test("a delivery that a worker holds is not resent", async () => {
  const { id } = await make.delivery(await make.webhook());
  await claim(sql, { limit: 9 });
  const before = await sql`select * from queue where delivery_id = ${id}`;

  expect(await resend(db, id)).toBe("An attempt is in flight; wait for its result.");
  expect(await sql`select * from queue where delivery_id = ${id}`).toEqual(before);
});

test("of two resends at once, the one that finds the attempt of the other in flight says so", async () => {
  const dueAt = new Date(Date.now() + 3_600_000);
  const { id } = await make.delivery(await make.webhook(), { status: "delivered", dueAt });
  const rows = await sql`delete from queue where delivery_id = ${id} returning *`;
  const second = await sql.begin(async (first) => {
    await first`insert into queue ${first(rows.map((row) => ({ ...row, leased: true })))}`;
    const resent = resend(db, id);
    await expect.poll(() => countWaiting(sql)).toBe(1);
    return { resent };
  });

  expect(await second.resent).toBe("An attempt is in flight; wait for its result.");
});

test("a delivered delivery that is resent stays delivered, with one more attempt to come", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 2, status: "delivered" });
  await sql`delete from queue where delivery_id = ${id}`;
  await sql`update deliveries set finished_at = now() where id = ${id}`;

  expect(await resend(db, id)).toBeNull();

  expect(await delivery(id)).toMatchObject({ status: "delivered", finished: true });
  const { claimed } = await claim(sql, { limit: 9 });
  expect(claimed).toMatchObject([{ deliveryId: id, trigger: "resend", attempt: 3, step: 0 }]);
});

test("a failed delivery that is resent counts as one that is retried, and no longer as failed", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook, { attempt: 10, status: "failed" });
  await sql`delete from queue where delivery_id = ${id}`;
  await sql`
    update deliveries set cause = 'http_5xx', status_code = 500, finished_at = now() where id = ${id}`;

  expect(await resend(db, id)).toBeNull();

  const counted = await sql`
    select result, cause, status_code, n from tally_entries where webhook_id = ${webhook.id} order by n`;
  expect(counted).toEqual([
    { result: "failed", cause: "http_5xx", statusCode: 500, n: -1 },
    { result: "retrying", cause: "http_5xx", statusCode: 500, n: 1 },
  ]);
});

test("a cancelled delivery waits again, and the failures it had stay counted as retries", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook, { attempt: 1 });
  await sql`update deliveries set cause = 'http_5xx', status_code = 500 where id = ${id}`;
  expect(await cancel(db, id)).toBe(true);

  expect(await resend(db, id)).toBeNull();

  expect(await delivery(id)).toMatchObject({ status: "pending", finished: false });
  expect(await sql`select from tally_entries where webhook_id = ${webhook.id}`).toHaveLength(0);
});

test("a failed test that is resent changes no counter: no test was counted", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook, { trigger: "test", status: "failed" });
  await sql`delete from queue where delivery_id = ${id}`;
  await sql`
    update deliveries set cause = 'http_5xx', status_code = 500, finished_at = now() where id = ${id}`;

  expect(await resend(db, id)).toBeNull();

  expect(await delivery(id)).toMatchObject({ status: "pending", finished: false });
  expect(await sql`select from tally_entries where webhook_id = ${webhook.id}`).toHaveLength(0);
});
