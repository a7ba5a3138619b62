import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { runRetention } from "./run-retention";

const { sql, url } = await freshDatabase();
const { accountId } = await makers(sql).webhook();
const keepDays = 30;

beforeEach(async () => {
  await sql`truncate events, chores`;
});
afterEach(() => void vi.useRealTimers());

/** Its id has no time, so it lies in the default partition. */
const storeOldEvent = () => sql`
  insert into events (id, account_id, name, data, subject, created_at)
  values ('f47ac10b-58cc-4372-a567-0e02b2c3d479', ${accountId}, 'VIDEO_GENERATION_SUCCESS', '{}', '', now() - interval '40 days')`;
const ranAgo = (name: string, hours: number) => sql`
  update chores set ran_at = now() - ${hours} * interval '1 hour' where name = ${name}`;
const kept = async () => (await sql`select from events`).length;

test("retention deletes nothing for six hours after a day without a run", async () => {
  await runRetention(url, keepDays);
  await storeOldEvent();
  await ranAgo("retention", 25);
  await runRetention(url, keepDays);
  expect(await kept()).toBe(1);
  await ranAgo("retention_hold", 5);
  await runRetention(url, keepDays);
  expect(await kept()).toBe(1);
  await ranAgo("retention_hold", 7);
  await runRetention(url, keepDays);
  expect(await kept()).toBe(0);

  // As well after the next day without a run.
  await storeOldEvent();
  await ranAgo("retention", 25);
  await runRetention(url, keepDays);
  expect(await kept()).toBe(1);
});

test("retention deletes nothing while the process has an earlier day", async () => {
  await storeOldEvent();
  const run = async (shiftMs: number) => {
    vi.setSystemTime(Date.now() + shiftMs);
    await runRetention(url, keepDays).finally(() => vi.useRealTimers());
    return kept();
  };
  expect(await run(-25 * 3_600_000)).toBe(1);
  expect(await run(3_600_000)).toBe(0);
});
