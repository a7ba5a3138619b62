import { expect, test } from "vitest";
import { advisoryLocks } from "@/db/locks";
import { claim } from "@/lib/queue/claim";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { fold } from "./fold";
import { rebuild } from "./rebuild";

const { sql } = await freshDatabase();
const make = makers(sql);

test("tallies are counted anew after the fold that was under way", async () => {
  await make.delivery(await make.webhook());
  await claim(sql, { limit: 1 });
  // The attempt of the first lease is lost, logged and counted.
  await sql`update queue set due_at = now() - interval '1 second'`;
  await claim(sql, { limit: 1 });

  const other = await sql.reserve();
  await other`begin`;
  await other`lock table tally_entries in access exclusive mode`;
  const folding = fold(sql);
  await eventually(async () => expect(await tallyLocks()).toEqual([true]));
  const rebuilding = rebuild(sql);
  await eventually(async () => expect(await tallyLocks()).toEqual([false, true]));
  await other`commit`;
  other.release();
  await folding;
  await rebuilding;
  expect(await sql`select grain, result, n::int from tallies order by grain`).toEqual([
    { grain: 1, result: "retrying", n: 1 },
    { grain: 30, result: "retrying", n: 1 },
  ]);
});

/** Returns for each request of the lock of the tallies whether it is granted. */
async function tallyLocks(): Promise<boolean[]> {
  const locks = await sql`
    select granted from pg_locks
    where locktype = 'advisory' and objid = ${advisoryLocks.tallies}
      and database = (select oid from pg_database where datname = current_database())
    order by granted`;
  return locks.map(({ granted }) => granted);
}
