import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claimLatency } from "./queue-facts";

const { sql, db } = await freshDatabase();

test("how soon deliveries are begun is known while very many newer ones wait", async () => {
  const webhook = await makers(sql).webhook();
  const { id } = await makers(sql).delivery(webhook);
  await sql`delete from queue`;
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms)
    select id, 1, 'event', created_at + interval '70 ms', 1 from deliveries where id = ${id}`;
  expect(await claimLatency(db)).toBe(70);

  // More than the sample.
  await sql`
    with waiting as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select new_id(), account_id, event_id, webhook_id, event, callback_url, 'event'
      from deliveries, generate_series(1, 2500) where id = ${id}
      returning id, account_id, event_id, webhook_id
    )
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger)
    select id, event_id, webhook_id, account_id, 'event' from waiting`;

  expect(await claimLatency(db)).toBe(70);
});
