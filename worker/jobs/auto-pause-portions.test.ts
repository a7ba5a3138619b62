import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { autoPause } from "./auto-pause";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate accounts cascade`;
});

test("pauses a thousand webhooks at a time", async () => {
  await failing(1001);
  await autoPause(sql);
  expect(await paused()).toHaveLength(1000);
  await autoPause(sql);
  expect(await paused()).toHaveLength(1001);
});

test("a webhook that is being changed is left to the next run, which no other waits for", async () => {
  await failing(3);
  await sql.begin(async (change) => {
    const [changed] = await change`select id from webhooks limit 1 for no key update`;
    await autoPause(sql);
    expect(await paused()).toHaveLength(2);
    expect(await paused()).not.toContain(changed?.id);
  });
  await autoPause(sql);
  expect(await paused()).toHaveLength(3);
});

/** Creates webhooks of which all deliveries have failed for six days. */
async function failing(count: number): Promise<void> {
  const account = await make.account();
  await make.webhooks(account, count);
  await sql`
    insert into receivers (webhook_id, failing_since, failed_at, failures, failed_deliveries)
    select id, now() - interval '6 days', now(), 20, 20 from webhooks`;
}

/** Returns the ids of the webhooks that were paused because they failed. */
async function paused(): Promise<string[]> {
  const rows = await sql`select id from webhooks where pause_reason = 'failing'`;
  return rows.map(({ id }) => id);
}
