import { describe, expect, test } from "vitest";
import { Bulkhead } from "./bulkhead";

const bounds = { perKey: 2, perAccount: 3, total: 5, waiting: 2 };
const a = (key = "1") => ({ account: "a", key: `a${key}` });
const b = { account: "b", key: "b1" };
const patient = 30_000;

describe("a bulkhead", () => {
  test("lets a key and an account have so many requests under way", async () => {
    const bulkhead = new Bulkhead({ ...bounds, waiting: 0 });
    const enter = async (key: string) => (await bulkhead.enter(a(key), patient)) !== null;
    expect([await enter("1"), await enter("1"), await enter("1")]).toEqual([true, true, false]);
    expect([await enter("2"), await enter("2")]).toEqual([true, false]);
  });

  test("never gives one account all places", async () => {
    const bulkhead = new Bulkhead({ ...bounds, perKey: 9, waiting: 0 });
    for (let n = 0; n < 9; n++) await bulkhead.enter(a(), patient);
    expect(await bulkhead.enter(b, patient)).not.toBeNull();
  });

  test("lets a few wait, and admits them when a place is free", async () => {
    const bulkhead = new Bulkhead(bounds);
    const first = await bulkhead.enter(a(), patient);
    await bulkhead.enter(a(), patient);
    const waiting = [bulkhead.enter(a(), patient), bulkhead.enter(a(), patient)];
    expect(await bulkhead.enter(a(), patient)).toBeNull();
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
    const leaves = [];
    for (let n = 0; n < 3; n++) leaves.push(await bulkhead.enter(a(), patient));
    const order: string[] = [];
    const waiters = [a(), a(), b].map((subject) =>
      bulkhead.enter(subject, patient).then(() => order.push(subject.account)),
    );
    leaves[0]?.();
    await waiters[2];
    leaves[1]?.();
    await waiters[0];
    expect(order).toEqual(["b", "a"]);
  });

  test("rejects a request after its timeout", async () => {
    const bulkhead = new Bulkhead({ ...bounds, total: 1 });
    const leave = await bulkhead.enter(a(), patient);
    expect(await bulkhead.enter(b, 1)).toBeNull();
    leave?.();
    expect(await bulkhead.enter(a(), patient)).not.toBeNull();
  });
});
