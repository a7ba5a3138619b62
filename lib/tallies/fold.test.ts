import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { fold } from "./fold";

const { sql } = await freshDatabase();
const make = makers(sql);

test("an entry of an earlier time of a slot does not move the time of its last attempt back", async () => {
  const { id, accountId } = await make.webhook();
  const slot = Date.UTC(2026, 0, 1, 10);
  for (const minute of [20, 5]) {
    await sql`
      insert into tally_entries (at, account_id, webhook_id, event, result, cause, n)
      values (${new Date(slot + minute * 60_000)}, ${accountId}, ${id}, 'VIDEO_GENERATION_SUCCESS', 'failed', 'timeout', 1)`;
    await fold(sql);
  }
  expect(await sql`select at, n, last_at from tallies where webhook_id = ${id}`).toEqual([
    { at: new Date(slot), n: 2, lastAt: new Date(slot + 20 * 60_000) },
  ]);
});
