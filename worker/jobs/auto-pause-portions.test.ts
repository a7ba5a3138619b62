import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { autoPause } from "./auto-pause";

const { sql } = await freshDatabase();
const make = makers(sql);

test("pauses a thousand webhooks at a time", async () => {
  const account = await make.account();
  await make.webhooks(account, 1001);
  await sql`
    insert into receivers (webhook_id, failing_since, failed_at, failures, failed_deliveries)
    select id, now() - interval '6 days', now(), 20, 20 from webhooks where account_id = ${account}`;
  const pausedOnes = async () =>
    (await sql`select from webhooks where account_id = ${account} and pause_reason = 'failing'`)
      .length;

  await autoPause(sql);
  expect(await pausedOnes()).toBe(1000);
  await autoPause(sql);
  expect(await pausedOnes()).toBe(1001);
});
