import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { updateSettings } from "@/lib/settings/operations";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);

let receiver: Receiver;
let hook: Awaited<ReturnType<typeof make.webhook>>;
let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  receiver = await startReceiver();
  hook = await make.webhook({ callbackUrl: receiver.url, paused: true, maxConcurrency: 16 });
  for (let n = 0; n < 40; n++) await make.delivery(hook);
  await sql`update queue set due_at = 'infinity' where webhook_id = ${hook.id}`;
  worker = startWorker(url, { WORKER_CONCURRENCY: 32, ...toLoopback });
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});

test("a receiver that still responds 410 ends few of the deliveries that waited", async () => {
  receiver.answer(410);
  await pausedBy("gone");

  await resume();

  await eventually(async () => expect(await pauseReason()).toBe("gone"));
  await eventually(async () => expect(await parkedAndFailed()).toMatchObject({ unfinished: 0 }));
  const { parked, failed } = await parkedAndFailed();
  expect(failed).toBe(receiver.received.length);
  expect(failed).toBeLessThan(8);
  expect(parked).toBe(40 - failed);
  expect(await kinds()).toEqual(["webhook.gone", "webhook.resumed"]);
});

test("what waited is sent once the receiver accepts, and no circuit is reported", async () => {
  await pausedBy("failing");
  await resume();

  await eventually(async () => {
    await sql`update receivers set open_until = now() where webhook_id = ${hook.id}`;
    wake(sql);
    expect(await sql`select from queue where webhook_id = ${hook.id}`).toHaveLength(0);
  });
  expect(receiver.received).toHaveLength(40);
  expect(await kinds()).toEqual(["webhook.resumed"]);
});

test("a circuit that opens during a slow start is reported", async () => {
  receiver.answer(500);
  await pausedBy("gone");
  await resume();

  await eventually(async () => {
    await sql`update receivers set open_until = now() where webhook_id = ${hook.id} and allowance > 0`;
    wake(sql);
    expect(await kinds()).toContain("webhook.circuit_opened");
  });
  const [circuit] = await sql`
    select allowance, cooldown_seconds from receivers where webhook_id = ${hook.id}`;
  expect(circuit).toEqual({ allowance: 0, cooldownSeconds: 30 });
});

test("a webhook that a person paused is resumed at full pace", async () => {
  await pausedBy("person");
  await resume();

  await receiver.waitFor(40);
  expect(await sql`select from receivers where webhook_id = ${hook.id}`).toHaveLength(0);
});

const pausedBy = (reason: "gone" | "failing" | "person") =>
  sql`update webhooks set paused_at = now(), pause_reason = ${reason} where id = ${hook.id}`;

async function resume(): Promise<void> {
  await updateSettings(machineContext(db), hook.id, { paused: false });
  wake(sql);
}

async function pauseReason(): Promise<string | null> {
  const [row] = await sql`select pause_reason from webhooks where id = ${hook.id}`;
  return row?.pauseReason;
}

async function parkedAndFailed() {
  const [row] = await sql<[{ parked: number; unfinished: number; failed: number }]>`
    select count(*) filter (where q.due_at = 'infinity')::int as parked,
      count(*) filter (where q.due_at < 'infinity')::int as unfinished,
      count(*) filter (where d.status = 'failed')::int as failed
    from deliveries d left join queue q on q.delivery_id = d.id where d.webhook_id = ${hook.id}`;
  return row;
}

async function kinds(): Promise<string[]> {
  const rows = await sql`
    select kind from operational_events where webhook_id = ${hook.id} order by kind`;
  return rows.map(({ kind }) => kind);
}
