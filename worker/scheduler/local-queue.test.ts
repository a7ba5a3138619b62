import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { leasedDeliveries } from "@/tests/leased-delivery";
import { lanesOf } from "./lanes";
import { LocalQueue } from "./local-queue";

const callbackUrl = "https://receiver.example/";

test("the capacity for rows of some accounts lists no webhook of another", () => {
  const queue = new LocalQueue(() => {});
  const { normal } = lanesOf(16);
  const [ours, other] = [uuidv7(), uuidv7()];
  const rows = [ours, other, other].map((accountId) =>
    leasedDeliveries({ accountId, webhookId: uuidv7(), callbackUrl }),
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
