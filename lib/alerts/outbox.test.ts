import { expect, test } from "vitest";
import { failure, success } from "@/tests/attempt-results";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { DueAlerts, portion, recordAlertResult } from "./outbox";

const { sql, db } = await freshDatabase();
const make = makers(sql);

test("accounts take turns: many alerts of one do not delay the alert of another", async () => {
  await sql`
    insert into alert_receivers (id, callback_url, kinds, secret)
    values (new_id(), 'https://pager.example/', '{webhook.failing}', 'sealed')`;
  const [busy, other] = [await make.account(), await make.account()];
  await alerts(busy, 3 * portion);
  await alerts(other, 1);
  const taken = await new DueAlerts(db).take();
  expect(taken).toHaveLength(portion);
  expect(taken.map(({ data }) => JSON.parse(data).accountId)).toContain(other);
});

test("an alert has its times as the API writes them", async () => {
  const { id: webhookId } = await make.webhook();
  await sql`delete from alerts`;
  await sql`
    insert into operational_events (id, account_id, webhook_id, kind, reason, details)
    select new_id(), account_id, id, 'webhook.failing', 'Ten requests in a row failed.',
      jsonb_build_object('failingSince', '2026-11-28 04:50:13.5+00'::timestamptz)
    from webhooks where id = ${webhookId}`;
  const [taken] = await new DueAlerts(db).take();
  expect(JSON.parse(taken?.data ?? "")).toMatchObject({
    webhookId,
    details: { failingSince: "2026-11-28T04:50:13.500Z" },
  });
});

test("an alert that a worker holds is sent by no other, and a result after its lease changes nothing", async () => {
  await sql`delete from alerts`;
  await alerts(await make.account(), 1);
  const [lost] = await new DueAlerts(db).take();
  expect(await new DueAlerts(db).take()).toEqual([]);
  const lease = await sql`
    select due_at > now() + ${lost!.deadlineSeconds} * interval '1 second' as outlasts from alerts`;
  expect(lease).toEqual([{ outlasts: true }]);

  await sql`update alerts set due_at = now()`;
  const [taken] = await new DueAlerts(db).take();
  await recordAlertResult(db, lost!, failure);
  expect(await sql`select status, error from alerts`).toEqual([{ status: "pending", error: null }]);
  await recordAlertResult(db, taken!, success);
  await recordAlertResult(db, lost!, failure);
  expect(await sql`select status, due_at, status_code, attempts from alerts`).toEqual([
    { status: "delivered", dueAt: null, statusCode: 204, attempts: 2 },
  ]);
});

async function alerts(accountId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await sql`
      insert into alerts (id, kind, data)
      values (new_id(), 'webhook.failing', ${JSON.stringify({ accountId })})`;
  }
}
