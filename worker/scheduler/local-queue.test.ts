import { uuidv7 } from "uuidv7";
import { afterEach, expect, test, vi } from "vitest";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { leasedDelivery } from "@/tests/leased-delivery";
import { lanesOf } from "./lanes";
import { LocalQueue } from "./local-queue";

const callbackUrl = "https://receiver.example/";

afterEach(() => void vi.useRealTimers());

/** Returns a queue that keeps the rows that it starts. */
function newQueue() {
  const started: LeasedDelivery[] = [];
  return { queue: new LocalQueue((row) => void started.push(row)), started };
}

/** Returns a row of a webhook of its own, unless one is given. */
const rowOf = (given: Partial<LeasedDelivery> = {}) =>
  leasedDelivery({ webhookId: uuidv7(), callbackUrl, secrets: [], ...given });

test("the capacity for rows of some accounts lists no webhook of another", () => {
  const { queue } = newQueue();
  const { normal } = lanesOf(16);
  const [ours, other] = [uuidv7(), uuidv7()];
  const rows = [ours, other, other].map((accountId) => rowOf({ accountId }));
  queue.add(rows, normal);

  const forClaim = queue.capacity(normal, 10);
  const forOurs = queue.capacity(normal, 10, new Set([ours]));

  expect(forClaim.inFlight).toHaveLength(3);
  expect(forOurs.inFlight.map(({ webhookId }) => webhookId)).toEqual([rows[0]?.webhookId]);
  expect(forOurs.accounts.map(({ accountId }) => accountId)).toEqual([ours]);
  // Slots used by others are still used.
  expect(forOurs.slots).toBe(forClaim.slots);
});

test("a webhook responds when its last attempt ended before the deadline", () => {
  const { queue } = newQueue();
  const { slow } = lanesOf(16);
  const row = rowOf({ deadlineSeconds: 15 });
  const states = [3000, 15_000, 3000].map((tookMs) => {
    queue.add([row], slow);
    queue.finish(row, slow, tookMs);
    queue.add([row], slow);
    const [webhook] = queue.capacity(slow, 10).inFlight;
    queue.finish(row, slow, null);
    return webhook?.responds;
  });

  expect(states).toEqual([true, false, true]);
});

test("a new target starts when another of its account ends, whatever it answered", () => {
  const { queue, started } = newQueue();
  const { normal } = lanesOf(8);
  const rows = Array.from({ length: 3 }, () => rowOf({ isNew: true }));
  queue.add(rows, normal);
  expect(started).toEqual(rows.slice(0, 1));

  for (const [n, row] of rows.entries()) {
    queue.finish(row, normal, n === 0 ? null : 20);
    queue.pump([normal]);
    expect(started).toEqual(rows.slice(0, n + 2));
  }
  expect(queue.capacity(normal, 10).accounts).toEqual([]);
});

test("rows that are given back free memory, and the share of their account", () => {
  const { queue, started } = newQueue();
  const { normal } = lanesOf(8);
  const empty = queue.capacity(normal, 10);
  const [inFlight, ...waiting] = Array.from({ length: 10 }, () => rowOf({ isNew: true }));
  queue.add([inFlight!, ...waiting], normal);
  const full = queue.capacity(normal, 10);
  expect([full.memoryLeft, full.accounts[0]?.newTargets]).toEqual([empty.memoryLeft - 9, 10]);

  expect(new Set(queue.evict())).toEqual(new Set(waiting));
  const { memoryLeft, accounts } = queue.capacity(normal, 10);
  expect([memoryLeft, accounts[0]?.newTargets]).toEqual([empty.memoryLeft, 1]);
  queue.finish(inFlight!, normal, null);
  queue.pump([normal]);

  expect(queue.capacity(normal, 10)).toEqual(empty);
  expect(started).toEqual([inFlight]);
  queue.add(waiting.slice(0, 1), normal);
  expect(started).toEqual([inFlight, waiting[0]]);
});

test("a suspended webhook starts no rows; once evict() has returned its waiting rows, new rows start", () => {
  const { queue, started } = newQueue();
  const { normal } = lanesOf(16);
  const [first, second, third] = [1, 2, 3].map(() => rowOf({ webhookId: "opening" }));
  queue.add([first!], normal);
  queue.suspend("opening");
  queue.add([second!], normal);
  expect(started).toEqual([first]);

  expect(queue.evict((id) => id === "opening")).toEqual([second]);
  queue.add([third!], normal);
  expect(started).toEqual([first, third]);
});

test("a spent rate holds back events again and again, and no test or resend", () => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
  const { queue, started } = newQueue();
  const { normal, slow } = lanesOf(16);
  const limited = { webhookId: "limited", ratePerSecond: 1 };
  const events = Array.from({ length: 3 }, () => rowOf(limited));
  queue.add(events, slow);
  const manual = (["test", "resend"] as const).map((trigger) => rowOf({ ...limited, trigger }));
  queue.add(manual, normal);
  expect(started).toEqual([events[0], ...manual]);

  vi.advanceTimersByTime(1000);
  expect(started.slice(3)).toEqual(events.slice(1, 2));
  vi.advanceTimersByTime(1000);
  expect(started.slice(3)).toEqual(events.slice(1));
});

test("limits of a webhook that were changed hold from its next row on", () => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
  const { queue, started } = newQueue();
  const { normal } = lanesOf(16);
  const add = (given: Partial<LeasedDelivery>) =>
    queue.add([rowOf({ webhookId: "changed", ...given })], normal);
  for (const maxConcurrency of [1, 1, 2]) add({ maxConcurrency });
  expect(started).toHaveLength(1);
  queue.finish(started[0]!, normal, 20);
  queue.pump([normal]);
  expect(started).toHaveLength(3);

  for (const row of started.slice(1)) queue.finish(row, normal, 20);
  for (const _ of [1, 2]) add({ ratePerSecond: 1 });
  expect(started).toHaveLength(4);
});

test("webhooks without a row are forgotten after ten seconds, and beyond a thousand; those with one are kept", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { queue } = newQueue();
  const { normal } = lanesOf(16);
  const held = rowOf();
  const idle = Array.from({ length: 1001 }, () => rowOf());
  queue.add([held], normal);
  for (const row of idle) {
    queue.add([row], normal);
    queue.finish(row, normal, 20);
  }
  const known = () => queue.capacity(normal, 10).inFlight.map(({ webhookId }) => webhookId);
  expect(known()).toEqual([held, ...idle.slice(1)].map(({ webhookId }) => webhookId));

  vi.advanceTimersByTime(10_000);
  queue.evictIdle();
  expect(known()).toHaveLength(1001);
  vi.advanceTimersByTime(1);
  queue.evictIdle();
  expect(known()).toEqual([held.webhookId]);
  // The time counts from the end of its last row.
  queue.finish(held, normal, 20);
  queue.evictIdle();
  expect(known()).toEqual([held.webhookId]);
});

test("retries use half of the normal slots, and count there", () => {
  const { queue, started } = newQueue();
  const { normal, retries } = lanesOf(16);
  const rows = () => Array.from({ length: 12 }, () => rowOf({ accountId: uuidv7() }));
  queue.add(rows(), normal);
  queue.add(rows(), retries);
  expect(started).toHaveLength(12);
  for (const row of started.splice(0)) queue.finish(row, normal, null);
  queue.pump([retries]);
  expect(started).toHaveLength(6);
  expect(queue.capacity(normal, 10).slots).toBe(0);

  queue.add(rows(), normal);
  expect(started).toHaveLength(12);
});

test("an account leaves the last slot to others, in both lanes together", () => {
  const { queue, started } = newQueue();
  const { normal, retries } = lanesOf(16);
  const [ours, other] = [uuidv7(), uuidv7()];
  const add = (accountId: string, count: number, lane = normal) => {
    const rows = Array.from({ length: count }, () => rowOf({ accountId }));
    queue.add(rows, lane);
  };
  add(ours, 12);
  expect(started).toHaveLength(11);
  add(ours, 2, retries);
  expect(started).toHaveLength(11);
  add(other, 2, retries);
  expect(started.slice(11).map(({ accountId }) => accountId)).toEqual([other]);
});

test("the memory of an account counts while all its rows wait for a rate", () => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
  const { queue, started } = newQueue();
  const { normal } = lanesOf(8);
  queue.add(
    [1, 2, 3].map(() => rowOf({ webhookId: "limited", ratePerSecond: 1 })),
    normal,
  );
  queue.finish(started[0]!, normal, null);
  queue.pump([normal]);

  expect(started).toHaveLength(1);
  expect(queue.capacity(normal, 10).accounts).toMatchObject([{ waiting: 2 }]);
});

test("beyond a thousand accounts, those with requests in flight stay counted", () => {
  const { queue, started } = newQueue();
  const { normal } = lanesOf(8);
  const ours = uuidv7();
  const ofAccount = (accountId: string) => rowOf({ accountId });
  for (let n = 0; n < 1001; n++) {
    const row = ofAccount(uuidv7());
    queue.add([row], normal);
    queue.finish(row, normal, 20);
  }
  queue.add(
    Array.from({ length: 6 }, () => ofAccount(ours)),
    normal,
  );
  expect(started.slice(1001)).toHaveLength(5);
});

test("requests to fast webhooks use no slots, and are as many as each can answer in a quarter of a second", () => {
  const { queue } = newQueue();
  const { normal } = lanesOf(16);
  const rows = [
    rowOf({ maxConcurrency: 4 }),
    rowOf({ maxConcurrency: 4, ratePerSecond: 20 }),
    rowOf({ maxConcurrency: 4 }),
  ];
  const tookMs = [50, 50, 250];
  queue.add(rows, normal);
  for (const [n, row] of rows.entries()) queue.finish(row, normal, tookMs[n]!);
  queue.add(rows, normal);

  const { inFlight, slots, accounts } = queue.capacity(normal, 10);
  expect(inFlight.map(({ remaining }) => remaining)).toEqual([4 * 5 - 1, 20 / 4 - 1, null]);
  expect([slots, accounts[0]?.inLane]).toEqual([normal.slots - 1, 1]);
});
