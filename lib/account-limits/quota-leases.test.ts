import { describe, expect, test } from "vitest";
import type { Lease, LeaseRequest } from "./lease";
import { PublishingQuota } from "./quota";

/** Returns the quota of one process. Its clock stands still. Each lease grants what was requested, unless `lease` says otherwise. */
function given(lease: Partial<Lease> = {}) {
  const state: { nowMs: number; asked: LeaseRequest[]; fails: boolean } = {
    nowMs: 0,
    asked: [],
    fails: false,
  };
  const limits = { eventsPerSecond: 10, burst: 100, eventsPerDay: 1000 };
  const left = { limits, leftNow: 0, leftToday: 10, waitSeconds: 0, daySeconds: 3600 };
  const quota = new PublishingQuota(
    async (request) => {
      state.asked.push(request);
      if (state.fails) throw new Error("the database is away");
      return { granted: request.wanted, ...left, ...lease };
    },
    () => state.nowMs,
  );
  return { quota, state };
}

describe("between two leases", () => {
  test("a process refuses until what is missing is refilled, then leases again", async () => {
    const { quota, state } = given({ granted: 1 });
    for (const [nowMs, leases] of [
      [0, 1],
      [50, 1],
      [100, 2],
    ] as const) {
      state.nowMs = nowMs;
      await expect(quota.take("one", 2)).rejects.toMatchObject({ code: 42900 });
      expect(state.asked).toHaveLength(leases);
    }
  });

  test("the last events of a day are published with those that are leased", async () => {
    const { quota, state } = given({ granted: 2, leftToday: 1, leftNow: 10 });
    await quota.take("one", 1);
    await quota.take("one", 2);
    expect(state.asked.at(-1)).toMatchObject({ needed: 2, returned: 1 });
  });

  test("the wait for the next day grows shorter", async () => {
    const { quota, state } = given({ leftToday: 0 });
    await quota.take("one", 1);
    state.nowMs = 2000;
    await expect(quota.take("one", 1)).rejects.toMatchObject({
      headers: { "retry-after": "3598" },
    });
  });

  test("what is left includes the leased events and what was refilled, up to the burst", async () => {
    const { quota, state } = given({ granted: 3, leftNow: 95 });
    const { ratelimit } = await quota.take("one", 1);
    expect(ratelimit).toMatch(/^"events";r=97;.*"events-today";r=12;/);
    state.nowMs = 3000;
    const later = await quota.take("one", 1);
    expect(later.ratelimit).toMatch(/^"events";r=100;.*"events-today";r=11;/);
  });

  test("unused events go back, also after a lease that failed", async () => {
    const { quota, state } = given({ granted: 3 });
    await quota.take("one", 1);
    state.nowMs = 5000;
    state.fails = true;
    await expect(quota.take("one", 1)).rejects.toThrow("away");
    state.fails = false;
    await quota.take("one", 1);
    expect(state.asked.map(({ returned }) => returned)).toEqual([0, 2, 2]);
  });

  test("a lease that is not over, or has nothing unused, is not returned", async () => {
    const { quota, state } = given({ granted: 3 });
    await quota.take("one", 1);
    await quota.take("two", 3);
    state.nowMs = 4999;
    await quota.returnUnused();
    expect(state.asked).toHaveLength(2);
    state.nowMs = 5000;
    await quota.returnUnused();
    const returned = { accountId: "one", needed: 0, wanted: 0, returned: 2 };
    expect(state.asked.slice(2)).toEqual([returned]);
  });

  test("requests that wait for a lease share the next one", async () => {
    const { quota, state } = given({ leftNow: 10 });
    await Promise.all([1, 2, 3].map(() => quota.take("one", 1)));
    expect(state.asked.map(({ wanted }) => wanted)).toEqual([1, 2]);
  });

  test("after a lease that was not granted in full, the next one waits for 50 ms", async () => {
    const { quota, state } = given({ granted: 1, leftNow: 5 });
    for (const [nowMs, leases] of [
      [0, 1],
      [49, 1],
      [50, 2],
    ] as const) {
      state.nowMs = nowMs;
      await expect(quota.take("one", 2)).rejects.toMatchObject({ code: 42900 });
      expect(state.asked).toHaveLength(leases);
    }
  });

  test("leased events are not refused, although the lease was not granted in full", async () => {
    const { quota } = given({ granted: 2 });
    await expect(quota.take("one", 3)).rejects.toMatchObject({ code: 42900 });
    expect(() => quota.assertLeft("one", 2)).not.toThrow();
    expect(() => quota.assertLeft("one", 3)).toThrow("Publish more slowly");
  });

  test("no event is lost when the background fails to lease", async () => {
    const { quota, state } = given({ granted: 50 });
    await quota.take("one", 1);
    state.nowMs = 4500;
    state.fails = true;
    await quota.take("one", 1);
    state.nowMs = 5000;
    state.fails = false;
    await quota.take("one", 1);
    expect(state.asked.map(({ returned }) => returned)).toEqual([0, 47, 48]);
  });

  test("the background returns all but what was used, and a lease is at most a tenth of a second or of the burst", async () => {
    const limits = { eventsPerSecond: 1000, burst: 1000, eventsPerDay: 1000 };
    const { quota, state } = given({ limits, granted: 50 });
    await quota.take("one", 1);
    state.nowMs = 4500;
    await quota.take("one", 1);
    expect(state.asked.at(-1)).toMatchObject({ needed: 0, returned: 46, wanted: 0 });

    for (const [burst, most] of [
      [1000, 100],
      [50, 5],
    ] as const) {
      const busy = given({ limits: { ...limits, burst }, leftNow: 1000, leftToday: 1000 });
      for (let n = 0; n < 500; n++) await busy.quota.take("one", 1);
      expect(Math.max(...busy.state.asked.map(({ wanted }) => wanted))).toBe(most);
    }
  });

  test("a lease forgets what was used two lease times ago", async () => {
    const limits = { eventsPerSecond: 1000, burst: 1000, eventsPerDay: 1000 };
    const { quota, state } = given({ limits, leftNow: 1000, leftToday: 1000 });
    for (let n = 0; n < 20; n++) await quota.take("one", 1);
    for (state.nowMs of [20_000, 25_000]) await quota.take("one", 1);
    expect(state.asked.at(-1)).toMatchObject({ wanted: 1, returned: 19 });
  });
});
