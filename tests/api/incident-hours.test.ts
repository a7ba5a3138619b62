import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { receivers } from "@/db/schema/webhooks";
import { stats } from "./figures";
import { account, db, webhook } from "./world";

test("an incident has the same hours before its tallies are folded as after", async () => {
  const { id: accountId, key } = await account();
  const [folded, unfolded] = [await webhook(key), await webhook(key)];
  const failingSince = new Date(Date.now() - 23 * 3_600_000);
  await db
    .insert(receivers)
    .values([folded, unfolded].map(({ id }) => ({ webhookId: id, failingSince, failures: 9 })));
  const minutes = sql`generate_series(1, 22 * 60) minute`;
  const of = (webhookId: string) =>
    sql`${accountId}::uuid, ${webhookId}::uuid, 'VIDEO_GENERATION_SUCCESS', 'failed', 'timeout'`;
  await db.execute(sql`
    insert into tally_entries (at, account_id, webhook_id, event, result, cause, n)
    select now() - minute * interval '1 minute', ${of(unfolded.id)}, 1 from ${minutes}`);
  await db.execute(sql`
    insert into tallies (grain, at, account_id, webhook_id, event, result, cause, n, last_at)
    select 30, slot, ${of(folded.id)}, count(*), slot from (
      select date_bin('30 minutes', at, 'epoch') as slot
      from tally_entries where webhook_id = ${unfolded.id}::uuid
    ) entries group by slot`);
  const { incidents } = await stats(key);
  const [one, other] = incidents;
  expect(one.missed.reduce((total: number, n: number) => total + n, 0)).toBe(22 * 60);
  expect({ hours: one.hours, missed: one.missed }).toEqual({
    hours: other.hours,
    missed: other.missed,
  });
});
