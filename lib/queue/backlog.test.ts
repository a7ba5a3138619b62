import { afterEach, expect, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { Backlog, countDue, isBacklogDeep, totalOf } from "./backlog";

const { db, sql } = await freshDatabase();
const make = makers(sql);

afterEach(() => void vi.useRealTimers());

const [mine, other] = ["mine", "other"];
const limits = { total: 100, perAccount: 50 };

/** One account with a backlog and, if given, a limit of its own. */
const only = (waiting: number, limit: number | null = null) =>
  new Map([[mine, { waiting, limit }]]);

test("counts due rows of every lane by account; leaves out parked, leased and later rows", async () => {
  const [hook, second] = [await make.webhook(), await make.webhook()];
  const soon = new Date(Date.now() + 60_000);
  for (const lane of [0, 1, 2]) {
    const { id } = await make.delivery(hook);
    await sql`update queue set lane = ${lane} where delivery_id = ${id}`;
  }
  await make.delivery(second);
  await make.delivery(hook, { dueAt: "infinity" });
  await make.delivery(hook, { dueAt: soon, attempt: 1 });
  await sql`insert into account_limits (account_id, backlog) values (${second.accountId}, 7)`;

  const counted = await countDue(db, 100);
  expect(counted.get(hook.accountId)).toEqual({ waiting: 3, limit: null });
  expect(counted.get(second.accountId)).toEqual({ waiting: 1, limit: 7 });
  expect(totalOf(await countDue(db, 1))).toBeGreaterThan(1);
});

test("the backlog is deep from 10,000 due rows of lane 0, whatever else is queued", async () => {
  const queue = (count: number, lane: number, dueAt: string) => sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at)
    select new_id(), new_id(), new_id(), new_id(), 'event', ${lane}, ${dueAt}::text::timestamptz
    from generate_series(1, ${count}::int)`;
  await sql`truncate queue`;
  await queue(9999, 0, "-infinity");
  for (const lane of [1, 2, 3]) await queue(1, lane, "-infinity");
  for (const later of ["infinity", "2100-01-01"]) await queue(1, 0, later);
  expect(await isBacklogDeep(sql)).toBe(false);
  await queue(1, 0, "-infinity");
  expect(await isBacklogDeep(sql)).toBe(true);
  await sql`delete from queue where delivery_id = (select min(delivery_id::text)::uuid from queue where lane = 0 and due_at <= now())`;
  expect(await isBacklogDeep(sql)).toBe(false);
});

test("refuses an account at its limit, and no other", async () => {
  const backlog = new Backlog(async () => only(50), limits);
  backlog.assertBelowLimit(mine);
  await Promise.resolve();
  expect(() => backlog.assertBelowLimit(mine)).toThrow(
    "The account's backlog limit is reached: 50 deliveries wait, at most 50 may",
  );
  expect(() => backlog.assertBelowLimit(other)).not.toThrow();
});

test("an account's own limit replaces the default", async () => {
  const raised = new Backlog(async () => only(50, 51), limits);
  const lowered = new Backlog(async () => only(3, 3), limits);
  for (const backlog of [raised, lowered]) backlog.assertBelowLimit(mine);
  await Promise.resolve();
  expect(() => raised.assertBelowLimit(mine)).not.toThrow();
  expect(() => lowered.assertBelowLimit(mine)).toThrow("at most 3 may");
});

test("what was stored since the count is added, until a count that started later", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const pause = () => vi.advanceTimersByTime(1000);
  const landed = () => new Promise(setImmediate);
  const counts = [only(0), new Error("away"), only(0)];
  const backlog = new Backlog(async () => {
    const counted = counts.shift();
    if (counted instanceof Error) throw counted;
    return counted ?? new Map();
  }, limits);
  const refused = () => expect(() => backlog.assertBelowLimit(mine)).toThrow("50 deliveries wait");

  backlog.assertBelowLimit(mine);
  // Stored during the first count, which may have missed it.
  backlog.add(mine, 50);
  refused();
  await landed();
  refused();
  pause();
  // The second count fails.
  refused();
  await landed();
  refused();
  pause();
  refused();
  await landed();
  expect(() => backlog.assertBelowLimit(mine)).not.toThrow();
});

test("over the limit of the installation, accounts with more than an equal part are refused", async () => {
  // One of three accounts and one that is new: a quarter each.
  const backlog = await counted([
    [mine, 50],
    [other, 26],
    ["modest", 25],
  ]);
  for (const name of [mine, other])
    expect(() => backlog.assertBelowLimit(name), name).toThrow(
      "The backlog exceeds 100 deliveries",
    );
  expect(() => backlog.assertBelowLimit("modest")).not.toThrow();
  expect(() => backlog.assertBelowLimit("new")).not.toThrow();
});

test("at the limit of the installation no account is refused", async () => {
  const backlog = await counted([
    [mine, 60],
    [other, 40],
  ]);
  for (const name of [mine, other]) expect(() => backlog.assertBelowLimit(name)).not.toThrow();
});

test("counts again after a second, not with each request", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let [waiting, counted] = [50, 0];
  const backlog = new Backlog(async () => {
    counted++;
    return only(waiting);
  }, limits);
  backlog.assertBelowLimit(mine);
  await Promise.resolve();

  for (let n = 0; n < 10; n++)
    expect(() => backlog.assertBelowLimit(mine)).toThrow("50 deliveries wait");
  expect(counted).toBe(1);
  waiting = 49;
  vi.advanceTimersByTime(1000);
  expect(() => backlog.assertBelowLimit(mine)).toThrow("50 deliveries wait");
  await Promise.resolve();
  expect(() => backlog.assertBelowLimit(mine)).not.toThrow();
  expect(counted).toBe(2);
});

test("a slow count runs rarely, and a failed one changes nothing", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let counted = 0;
  const backlog = new Backlog(async () => {
    counted++;
    vi.advanceTimersByTime(500);
    throw new Error("away");
  }, limits);
  backlog.assertBelowLimit(mine);
  await Promise.resolve();
  vi.advanceTimersByTime(4900);
  backlog.assertBelowLimit(mine);
  expect(counted).toBe(1);
  vi.advanceTimersByTime(100);
  expect(() => backlog.assertBelowLimit(mine)).not.toThrow();
  expect(counted).toBe(2);
});

/** Returns a backlog that has counted these waiting deliveries, of accounts that may have more each. */
async function counted(accounts: [name: string, waiting: number][]): Promise<Backlog> {
  const backlogs = new Map(accounts.map(([name, waiting]) => [name, { waiting, limit: 1000 }]));
  const backlog = new Backlog(async () => backlogs, limits);
  backlog.assertBelowLimit(mine);
  await Promise.resolve();
  return backlog;
}
