import { describe, expect, test } from "vitest";
import type { Problem } from "@/lib/protocol/problem";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { leaseEvents } from "./lease";
import type { PublishingLimits } from "./limits";
import { PublishingQuota } from "./quota";

const { sql } = await freshDatabase();
const make = makers(sql);

/** So slow that nothing is refilled during a test. */
const slow = { eventsPerSecond: 1, burst: 100, eventsPerDay: 1000 };

/** Starts a process with a quota of its own and a counter of its statements. */
function startProcess(limits: PublishingLimits, clock?: () => number) {
  const leases = { count: 0 };
  const quota = new PublishingQuota((request) => {
    leases.count += 1;
    return leaseEvents(sql, limits, request);
  }, clock);
  return { quota, leases };
}

/** Publishes single events. Returns how many are accepted. */
async function publish(quota: PublishingQuota, accountId: string, events: number) {
  const answers = await Promise.allSettled(
    Array.from({ length: events }, () => quota.take(accountId, 1)),
  );
  return answers.filter(({ status }) => status === "fulfilled").length;
}

async function refusal(taking: Promise<unknown>): Promise<Problem> {
  return taking.then(
    () => expect.fail("was let through"),
    (problem) => problem,
  );
}

async function usedToday(accountId: string): Promise<number> {
  const [row] = await sql`select used from publishing_usage where account_id = ${accountId}`;
  return Number(row?.used);
}

describe("publishing limits", () => {
  test("are one for all processes", async () => {
    const accountId = await make.account();
    const processes = [1, 2, 3].map(() => startProcess(slow));
    const begunAt = performance.now();
    const accepted = await Promise.all(processes.map(({ quota }) => publish(quota, accountId, 90)));
    const refilled = Math.ceil((performance.now() - begunAt) / 1000);
    const all = accepted.reduce((sum, one) => sum + one, 0);
    expect(all).toBeGreaterThanOrEqual(100);
    expect(all).toBeLessThanOrEqual(100 + refilled);
  });

  test("cost a statement for many events, and none for those that are refused", async () => {
    const accountId = await make.account();
    const { quota, leases } = startProcess({
      eventsPerSecond: 1000,
      burst: 1000,
      eventsPerDay: 2000,
    });
    for (let n = 0; n < 2000; n++) await quota.take(accountId, 1).catch(() => undefined);
    expect(leases.count).toBeLessThan(100);

    const poor = startProcess({ ...slow, eventsPerDay: 1 });
    const other = await make.account();
    await poor.quota.take(other, 1);
    await refusal(poor.quota.take(other, 1));
    const before = poor.leases.count;
    expect(await publish(poor.quota, other, 200)).toBe(0);
    expect(poor.leases.count - before).toBeLessThanOrEqual(1);
  });

  test("apply as soon as their change is known, also to events leased before", async () => {
    const accountId = await make.account();
    const { quota } = startProcess({ eventsPerSecond: 1000, burst: 1000, eventsPerDay: 2000 });
    for (let n = 0; n < 20; n++) await quota.take(accountId, 1);
    await sql`insert into account_limits (account_id, burst) values (${accountId}, 500)`;
    expect((await quota.take(accountId, 1))["ratelimit-policy"]).toContain("q=1000;");
    quota.renew(accountId);
    expect((await quota.take(accountId, 1))["ratelimit-policy"]).toContain("q=500;");
  });

  test("say when to come again", async () => {
    const accountId = await make.account();
    const { quota } = startProcess(slow);
    const left = await quota.take(accountId, 60);
    expect(left["ratelimit-policy"]).toBe('"events";q=100;w=100, "events-today";q=1000;w=86400');
    expect(left.ratelimit).toMatch(/^"events";r=4\d;t=[56]\d, "events-today";r=940;t=\d+$/);
    const problem = await refusal(quota.take(accountId, 90));
    expect(problem.code).toBe(42900);
    expect(Number(problem.headers["retry-after"])).toBeGreaterThan(40);
    expect(Number(problem.headers["retry-after"])).toBeLessThanOrEqual(50);
  });

  test("of a day are over when it ends, also for a process that has just been refused", async () => {
    const accountId = await make.account();
    let now = 0;
    const untilMidnight = { daySeconds: 2 };
    const quota = new PublishingQuota(
      async (request) => ({
        ...(await leaseEvents(sql, { ...slow, eventsPerDay: 3 }, request)),
        ...untilMidnight,
      }),
      () => now,
    );
    await quota.take(accountId, 3);
    const { headers } = await refusal(quota.take(accountId, 1));
    expect(headers["retry-after"]).toBe("2");

    await sql`update publishing_usage set day = day - 1 where account_id = ${accountId}`;
    now = 2000;
    expect((await quota.take(accountId, 1)).ratelimit).toContain('"events-today";r=2;');
    expect(await usedToday(accountId)).toBe(1);
  });

  test("of yesterday that a process did not use are not taken from what others publish today", async () => {
    const accountId = await make.account();
    const fast = { eventsPerSecond: 1000, burst: 1000, eventsPerDay: 1000 };
    let now = 0;
    const late = new PublishingQuota(
      async (request) => ({ ...(await leaseEvents(sql, fast, request)), daySeconds: 2 }),
      () => now,
    );
    await late.take(accountId, 10);
    await late.take(accountId, 1);
    expect(await usedToday(accountId)).toBe(30);

    await sql`update publishing_usage set day = day - 1 where account_id = ${accountId}`;
    await startProcess(fast).quota.take(accountId, 5);
    now = 2000;
    await late.returnUnused();
    expect(await usedToday(accountId)).toBe(5);
  });

  test("refuse more events than the burst, and count none", async () => {
    const accountId = await make.account();
    const { quota } = startProcess(slow);
    const problem = await refusal(quota.take(accountId, 101));
    expect([problem.code, problem.issues?.[0]?.path]).toEqual([40000, "events"]);
    expect(await usedToday(accountId)).toBe(0);
  });

  test("are refilled, although the database's clock has stepped back by an hour", async () => {
    const accountId = await make.account();
    const { quota } = startProcess({ eventsPerSecond: 1000, burst: 1000, eventsPerDay: 2000 });
    await sql`
      insert into publishing_usage (account_id, spent_until) values (${accountId}, now() + interval '1 hour')`;
    await eventually(() => quota.take(accountId, 1));
  });

  test("of a day end with the UTC day", async () => {
    const accountId = await make.account();
    const { quota } = startProcess({ ...slow, eventsPerDay: 5 });
    await quota.take(accountId, 4);
    await quota.take(accountId, 1);
    const problem = await refusal(quota.take(accountId, 1));
    expect(problem.message).toContain("5 events of today");
    await sql`update publishing_usage set day = day - 1 where account_id = ${accountId}`;
    const tomorrow = startProcess({ ...slow, eventsPerDay: 5 });
    await tomorrow.quota.take(accountId, 5);
    expect(await usedToday(accountId)).toBe(5);
  });

  test("get back events that a process leased and did not publish", async () => {
    const accountId = await make.account();
    let nowMs = 0;
    const { quota } = startProcess(
      { eventsPerSecond: 1000, burst: 1000, eventsPerDay: 1000 },
      () => nowMs,
    );
    for (let n = 0; n < 20; n++) await quota.take(accountId, 1);
    await quota.take(accountId, 3);
    quota.giveBack(accountId, 3);
    expect(await usedToday(accountId)).toBeGreaterThan(20);
    nowMs = 5000;
    await quota.returnUnused();
    expect(await usedToday(accountId)).toBe(20);
  });

  test("are leased again in the background before a lease is over, and what exceeds the use goes back", async () => {
    const accountId = await make.account();
    let nowMs = 0;
    const limits = { eventsPerSecond: 1000, burst: 1000, eventsPerDay: 1000 };
    const { quota, leases } = startProcess(limits, () => nowMs);
    for (let n = 0; n < 20; n++) await quota.take(accountId, 1);
    const before = leases.count;
    nowMs = 4500;
    await quota.take(accountId, 1);
    await eventually(() => expect(leases.count).toBe(before + 1));
    await eventually(async () => expect(await usedToday(accountId)).toBe(21 + 21));
    nowMs = 6000;
    for (let n = 0; n < 21; n++) await quota.take(accountId, 1);
    expect(leases.count).toBe(before + 1);
  });

  test("of one account are found in its own row, and reach a process within five seconds", async () => {
    const accountId = await make.account();
    let nowMs = 0;
    const { quota } = startProcess({ ...slow, eventsPerSecond: 1000 }, () => nowMs);
    await quota.take(accountId, 1);
    await sql`insert into account_limits (account_id, burst) values (${accountId}, 2)`;
    nowMs = 5000;
    expect((await refusal(quota.take(accountId, 3))).code).toBe(40000);
  });
});
