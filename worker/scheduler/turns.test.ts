import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { leasedDelivery } from "@/tests/leased-delivery";
import { lanesOf } from "./lanes";
import { LocalQueue } from "./local-queue";
import { ownsAll } from "./ownership";

const callbackUrl = "https://receiver.example/";
const rowOf = (given: Partial<LeasedDelivery>) =>
  leasedDelivery({ callbackUrl, secrets: [], ...given });

test("accounts take turns, a row each, and so do the webhooks of an account", () => {
  const started: LeasedDelivery[] = [];
  const queue = new LocalQueue((row) => void started.push(row));
  const { normal } = lanesOf(16);
  const others = Array.from({ length: normal.slots }, () =>
    rowOf({ accountId: uuidv7(), webhookId: uuidv7() }),
  );
  queue.add(others, normal);
  const rows = ["a1", "a1", "a1", "a2", "a2", "b1", "b1"].map((webhookId) =>
    rowOf({ accountId: webhookId.slice(0, 1), webhookId }),
  );
  queue.add(rows, normal);
  for (const row of started.splice(0)) queue.finish(row, normal, null);
  queue.pump([normal]);
  expect(started.map(({ webhookId }) => webhookId)).toEqual([
    ...["a1", "b1", "a2", "b1", "a1", "a2", "a1"],
  ]);
});

test("rows that wait for requests of another worker start as soon as these have ended", () => {
  const started: LeasedDelivery[] = [];
  let elsewhere = 2;
  const ownership = { ...ownsAll, inFlightElsewhere: () => elsewhere };
  const queue = new LocalQueue((row) => void started.push(row), ownership);
  const { normal } = lanesOf(16);
  queue.add([rowOf({ maxConcurrency: 2 }), rowOf({ maxConcurrency: 2 })], normal);
  queue.readmitAll([normal]);
  expect(started).toHaveLength(0);

  elsewhere = 1;
  queue.readmitAll([normal]);
  expect(started).toHaveLength(1);
});
