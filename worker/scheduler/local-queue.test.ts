import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { leasedDelivery } from "@/tests/leased-delivery";
import { lanesOf } from "./lanes";
import { LocalQueue } from "./local-queue";

const callbackUrl = "https://receiver.example/";

test("the capacity for rows of some accounts lists no webhook of another", () => {
  const queue = new LocalQueue(() => {});
  const { normal } = lanesOf(16);
  const [ours, other] = [uuidv7(), uuidv7()];
  const rows = [ours, other, other].map((accountId) =>
    leasedDelivery({ accountId, webhookId: uuidv7(), callbackUrl }),
  );
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
  const queue = new LocalQueue(() => {});
  const { slow } = lanesOf(16);
  const row = leasedDelivery({ callbackUrl, deadlineSeconds: 15 });
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
