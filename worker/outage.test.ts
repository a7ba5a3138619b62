import { expect, test, vi } from "vitest";
import { wake } from "@/lib/queue/wake";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { startProxy } from "@/tests/proxy";
import { startReceiver } from "@/tests/receiver";
import { startWorker } from "./start";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 4,
  ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
  CALLBACK_HTTPS_ONLY: false,
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
  // The result comes while there is nowhere to record it; more becomes due that nobody can claim.
  answer();
  await make.delivery(hook);
  await vi.waitFor(() => expect(proxy.refused()).toBeGreaterThan(5), { timeout: 10_000 });
  proxy.mend();

  await vi.waitFor(async () => expect(await statuses()).toEqual(["delivered", "delivered"]), {
    timeout: 10_000,
  });
  expect(receiver.received).toHaveLength(2);
  expect(await sql`select 1 from attempts where cause is not null`).toHaveLength(0);

  await worker.stop();
  await receiver.close();
  await proxy.close();
}, 20_000);

async function statuses(): Promise<string[]> {
  return (await sql`select status from deliveries order by created_at`).map(({ status }) => status);
}
