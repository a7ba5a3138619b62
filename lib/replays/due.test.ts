import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/new-id";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { type DueReplay, dueReplays, nextStepInMs } from "./due";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const all = { busy: [], locked: [], limit: 10 };

beforeEach(async () => {
  await sql`truncate accounts, replays cascade`;
});

/** Creates a replay of which the next step is due in so many seconds. */
async function replay(accountId: string | null, dueIn: number, isOver = false): Promise<DueReplay> {
  const id = newId();
  await sql`
    insert into replays (id, account_id, choice, fingerprint, rate_per_second, next_step_at, finished_at)
    values (${id}, ${accountId}, '{}', ${id}, 1, now() + ${dueIn}::int * interval '1 second',
      case when ${isOver} then now() end)`;
  return { id, accountId };
}

test("of each account the replay that waits longest is due, in the order in which they wait", async () => {
  const [one, other] = [await make.account(), await make.account()];
  await replay(one, -10);
  const [first, ofAll] = [await replay(one, -30), await replay(null, -20)];
  const last = await replay(other, -1);
  await replay(other, -60, true);
  await replay(null, 60);
  expect(await dueReplays(db, all)).toEqual([first, ofAll, last]);
  expect(await dueReplays(db, { ...all, limit: 2 })).toEqual([first, ofAll]);
});

test("replays of busy accounts, of all accounts too, and locked ones are left out", async () => {
  const account = await make.account();
  const [ofAll, one, next] = [
    await replay(null, -30),
    await replay(account, -20),
    await replay(account, -10),
  ];
  expect(await dueReplays(db, { ...all, busy: [null] })).toEqual([one]);
  expect(await dueReplays(db, { ...all, busy: [account] })).toEqual([ofAll]);
  expect(await dueReplays(db, { ...all, busy: [account, null] })).toEqual([]);
  // Another replay of the account takes the place of the locked one.
  expect(await dueReplays(db, { ...all, locked: [one.id] })).toEqual([ofAll, next]);
});

test("the next step is the earliest of the replays that have not ended", async () => {
  expect(await nextStepInMs(db)).toBeNull();
  const account = await make.account();
  await replay(account, -60, true);
  expect(await nextStepInMs(db)).toBeNull();
  await replay(account, 7200);
  await replay(null, 3600);
  // The column rounds to milliseconds.
  expect(await nextStepInMs(db)).toSatisfy((ms) => ms > 0 && ms <= 3_600_001);
});
