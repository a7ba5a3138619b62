import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { hearChanges } from "@/tests/hear-changes";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);

let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
});

test("a worker continues the resumption that a killed process left behind", async () => {
  const webhook = await make.webhook({ callbackUrl: receiver.url });
  for (let n = 0; n < 3; n++) await make.delivery(webhook, { dueAt: "infinity" });
  await sql`insert into resumptions (webhook_id) values (${webhook.id})`;
  const changes = await hearChanges(url);

  worker = startWorker(url, {
    WORKER_CONCURRENCY: 8,
    ...toLoopback,
  });

  await eventually(async () => {
    expect(await sql`select distinct status from deliveries`).toEqual([{ status: "delivered" }]);
    expect(await sql`select from resumptions`).toHaveLength(0);
  });
  // Without an id: these deliveries are due now, and pages read them again.
  const made = { kind: "deliveries", account: webhook.accountId, more: true };
  await eventually(() => expect(changes.notices).toContainEqual(expect.objectContaining(made)));
  await changes.stop();
});
