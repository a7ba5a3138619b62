import { afterEach, expect, test, vi } from "vitest";
import { type Capacity, noCapacity } from "@/lib/queue/capacity";
import { leasedDelivery } from "@/tests/leased-delivery";
import { ReportedCapacity } from "./reported-capacity";

const [mine, other] = ["mine", "other"];

afterEach(() => void vi.useRealTimers());

test("the capacity for some accounts is the sum of all workers, with the webhooks of these accounts only", () => {
  const reported = new ReportedCapacity();
  reported.note(report("w1", [entry("a", mine), entry("b", other)], [account(mine)]));
  reported.note(report("w2", [entry("c", mine)], [account(mine), account(other)]));

  const total = reported.total(noCapacity, new Set([mine]));
  expect(total).toMatchObject({ limit: 20, slots: 16, memoryLeft: 60, newTargetLimit: 4 });
  expect(total.inFlight.map(({ webhookId }) => webhookId)).toEqual(["a", "c"]);
  expect(total.accounts).toEqual([{ ...account(mine), inLane: 2, waiting: 4 }]);
});

test("a report of another form is refused and counts for nothing", () => {
  const reported = new ReportedCapacity();
  const { workerId, capacity } = report("w1", [], []);
  const { memoryLeft: _, ...short } = capacity;
  expect(() => reported.note({ workerId, capacity: short as Capacity })).toThrow(
    "A number is missing in the report of worker w1.",
  );
  expect(reported.total(noCapacity)).toEqual(noCapacity);
});

test("a worker in the same process is added", () => {
  const reported = new ReportedCapacity();
  reported.note(report("w1", [entry("a", mine)], [account(mine)]));
  const own = { ...report("own", [entry("b", mine)], [account(mine)]).capacity, limit: 5 };

  const total = reported.total(own, new Set([mine]));
  expect(total.limit).toBe(15);
  expect(total.inFlight.map(({ webhookId }) => webhookId)).toEqual(["b", "a"]);
  expect(total.accounts).toEqual([{ ...account(mine), inLane: 2, waiting: 4 }]);
});

test("a row on its way to a worker counts, of a webhook that it had reported and of a new one", () => {
  const reported = new ReportedCapacity();
  reported.note(report("w1", [entry("a", mine)], []));
  for (const webhookId of ["a", "new"])
    reported.use("w1", leasedDelivery({ webhookId, accountId: mine, callbackUrl: "" }));

  const total = reported.total(noCapacity, new Set([mine]));
  expect(total).toMatchObject({ limit: 8, slots: 6, memoryLeft: 28 });
  expect(total.inFlight).toEqual([
    { ...entry("a", mine), leased: 2, inLane: 2 },
    { ...entry("new", mine) },
  ]);
});

test("a row to a fast webhook uses none of the slots, and its depth", () => {
  const reported = new ReportedCapacity();
  reported.note(report("w1", [{ ...entry("fast", mine), remaining: 1 }], []));
  for (let n = 0; n < 2; n++)
    reported.use("w1", leasedDelivery({ webhookId: "fast", accountId: mine, callbackUrl: "" }));

  const total = reported.total(noCapacity);
  expect(total.slots).toBe(8);
  expect(total.inFlight).toMatchObject([{ leased: 3, remaining: 0 }]);
});

test("a worker that is full or closed takes no capacity from another", () => {
  const reported = new ReportedCapacity();
  reported.note(report("w1", [], [account(mine)]));
  reported.note(report("w2", [], []));
  for (let n = 0; n < 20; n++)
    reported.use("w1", leasedDelivery({ webhookId: "a", accountId: mine, callbackUrl: "" }));
  expect(reported.total(noCapacity)).toMatchObject({ limit: 10, slots: 8, newTargetLimit: 4 });

  const closed = { ...report("own", [entry("b", mine)], [account(mine)]).capacity, limit: 0 };
  const total = reported.total(closed);
  expect(total.inFlight.map(({ webhookId }) => webhookId)).toEqual(["a"]);
  expect([total.slots, total.accounts]).toEqual([8, [account(mine)]]);
});

test("a shard belongs to the worker that reported it last", () => {
  const reported = new ReportedCapacity();
  for (const workerId of ["w1", "w2"]) {
    reported.note(report(workerId, [], []));
    expect(reported.ownerOf("…01")).toBe(workerId);
  }
});

test("a worker without a report in the last half second, or that stops, gets nothing", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const reported = new ReportedCapacity();
  const [webhookId, elsewhere] = ["…01", "…02"];
  const owners = () => [webhookId, elsewhere].map((id) => reported.ownerOf(id));
  reported.note(report("w1", [], []));
  vi.advanceTimersByTime(499);
  expect(owners()).toEqual(["w1", undefined]);
  expect(reported.total(noCapacity).limit).toBe(10);
  vi.advanceTimersByTime(1);
  expect(owners()).toEqual([undefined, undefined]);
  expect(reported.total(noCapacity)).toBe(noCapacity);

  reported.note(report("w1", [], []));
  expect(owners()).toEqual(["w1", undefined]);
  reported.note({ workerId: "w1", capacity: noCapacity });
  expect(owners()).toEqual([undefined, undefined]);
  expect(reported.total(noCapacity)).toBe(noCapacity);
});

function report(workerId: string, inFlight: Capacity["inFlight"], accounts: Capacity["accounts"]) {
  const totals = { limit: 10, slots: 8, memoryLeft: 30, newTargetLimit: 2, cursors: {} };
  return { workerId, capacity: { ...totals, inFlight, accounts, shards: [1] } };
}

function entry(webhookId: string, accountId: string) {
  return { webhookId, accountId, leased: 1, inLane: 1, remaining: null, responds: false };
}

function account(accountId: string) {
  return { accountId, inLane: 1, newTargets: 0, waiting: 2 };
}
