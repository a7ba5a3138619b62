import { expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { startProxy } from "@/tests/proxy";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 4,
  ...toLoopback,
};

test("a database that goes away and comes back loses nothing and repeats nothing", async () => {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  const worker = startWorker(through.href, settings);
  const receiver = await startReceiver();
  let answer = () => {};
  receiver.answer((response) => {
    answer = () => response.end();
  }, 200);
  const hook = await make.webhook({ callbackUrl: receiver.url, deadlineSeconds: 15 });

  await make.delivery(hook);
  wake(sql);
  await receiver.waitFor(1);
  proxy.cut();
  // The result arrives while the database is away; more becomes due that cannot be claimed.
  answer();
  await make.delivery(hook);
  await eventually(() => expect(proxy.refused()).toBeGreaterThan(5));
  proxy.mend();

  await eventually(async () => expect(await statuses()).toEqual(["delivered", "delivered"]));
  expect(receiver.received).toHaveLength(2);
  expect(await sql`select 1 from attempts where cause is not null`).toHaveLength(0);

  await worker.stop();
  await receiver.close();
  await proxy.close();
});

async function statuses(): Promise<string[]> {
  return (await sql`select status from deliveries order by created_at`).map(({ status }) => status);
}

test("dead connections are replaced, and nothing waits for them", async () => {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  const worker = startWorker(through.href, settings);
  const receiver = await startReceiver();
  const hook = await make.webhook({ callbackUrl: receiver.url });
  await make.delivery(hook);
  wake(sql);
  await receiver.waitFor(1);

  for (let round = 2; round < 4; round++) {
    proxy.dropFlows();
    await make.delivery(hook);
    await receiver.waitFor(round);
  }
  const delivered = () => sql`
    select from deliveries where webhook_id = ${hook.id} and status = 'delivered' and attempts = 1`;
  await eventually(async () => expect(await delivered()).toHaveLength(3));
  await worker.stop();
  await receiver.close();
  await proxy.close();
});
