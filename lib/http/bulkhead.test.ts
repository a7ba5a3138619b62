import { afterEach, describe, expect, test, vi } from "vitest";
import { Bulkhead } from "./bulkhead";

const bounds = { perKey: 2, perAccount: 3, total: 5, waiting: 2 };
const a = (key = "1") => ({ account: "a", key: `a${key}` });
const b = { account: "b", key: "b1" };
const patient = 30_000;

afterEach(() => void vi.useRealTimers());

describe("a bulkhead", () => {
  test("lets a key and an account have so many requests under way", async () => {
    const bulkhead = new Bulkhead({ ...bounds, waiting: 0 });
    const acquire = async (key: string) => (await bulkhead.acquire(a(key), patient)) !== null;
    expect([await acquire("1"), await acquire("1"), await acquire("1")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await acquire("2"), await acquire("2")]).toEqual([true, false]);
  });

  test("never gives one account all places", async () => {
    const bulkhead = new Bulkhead({ ...bounds, perKey: 9, waiting: 0 });
    for (let n = 0; n < 9; n++) await bulkhead.acquire(a(), patient);
    expect(await bulkhead.acquire(b, patient)).not.toBeNull();
  });

  test("lets a few wait, and admits them when a place is free", async () => {
    const bulkhead = new Bulkhead(bounds);
    const first = await bulkhead.acquire(a(), patient);
    await bulkhead.acquire(a(), patient);
    const waiting = [bulkhead.acquire(a(), patient), bulkhead.acquire(a(), patient)];
    expect(await bulkhead.acquire(a(), patient)).toBeNull();
    first?.();
    const second = await waiting[0];
    expect(second).not.toBeNull();
    // A second call does nothing.
    first?.();
    second?.();
    expect(await waiting[1]).not.toBeNull();
  });

  test("gives a free place to the account with the fewest requests under way", async () => {
    const bulkhead = new Bulkhead({ perKey: 3, perAccount: 3, total: 3, waiting: 9 });
    const releases = [];
    for (let n = 0; n < 3; n++) releases.push(await bulkhead.acquire(a(), patient));
    const order: string[] = [];
    const waiters = [a(), a(), b].map((subject) =>
      bulkhead.acquire(subject, patient).then(() => order.push(subject.account)),
    );
    releases[0]?.();
    await waiters[2];
    releases[1]?.();
    await waiters[0];
    expect(order).toEqual(["b", "a"]);
  });

  test("admits requests of several keys in the order in which they came", async () => {
    const bulkhead = new Bulkhead({ ...bounds, perAccount: 2, waiting: 9 });
    const releases = [
      await bulkhead.acquire(a("1"), patient),
      await bulkhead.acquire(a("2"), patient),
    ];
    const order: string[] = [];
    const waiters = ["1", "2", "2", "1"].map((key, n) =>
      bulkhead.acquire(a(key), patient).then((release) => {
        order.push(`${n} of key ${key}`);
        release?.();
      }),
    );
    releases[1]?.();
    await Promise.all(waiters);
    expect(order).toEqual(["0 of key 1", "1 of key 2", "2 of key 2", "3 of key 1"]);
  });

  test("keeps a place for as long as its request took, but not longer than the rest", async () => {
    vi.useFakeTimers();
    const bulkhead = new Bulkhead({ ...bounds, perAccount: 1, restMs: 50 });
    const restAfter = async (tookMs: number) => {
      const release = await bulkhead.acquire(a(), patient);
      const next = bulkhead.acquire(a(), patient);
      vi.advanceTimersByTime(tookMs);
      release?.();
      const from = performance.now();
      vi.advanceTimersToNextTimer();
      const restedMs = performance.now() - from;
      (await next)?.();
      vi.advanceTimersToNextTimer();
      return restedMs;
    };
    expect([await restAfter(20), await restAfter(900)]).toEqual([20, 50]);
  });

  test("rejects a request after its timeout", async () => {
    const bulkhead = new Bulkhead({ ...bounds, total: 1 });
    const release = await bulkhead.acquire(a(), patient);
    expect(await bulkhead.acquire(b, 1)).toBeNull();
    release?.();
    expect(await bulkhead.acquire(a(), patient)).not.toBeNull();
  });
});
