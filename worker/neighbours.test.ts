import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleProgram } from "@/tests/bundle-program";
import { freshDatabase } from "@/tests/database";
import { hostile, startHostile } from "@/tests/hostile";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";

const { sql, url } = await freshDatabase();
const program = await bundleProgram("worker/main.ts", "surrounded-worker");
const make = makers(sql);
/**
 * Megabytes. Usually half of it is seen, and 95 once: the process has collected its garbage when it started, so the heap grows by
 * what V8 keeps before the next collection, too.
 */
const growthLimit = 120;

let worker: ChildProcess;
let healthy: Receiver;
beforeAll(async () => {
  healthy = await startReceiver();
  const env = {
    ...process.env,
    DATABASE_URL: url,
    ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
    LOG_LEVEL: "fatal",
  };
  worker = spawn(process.execPath, [program], { env });
});
afterAll(async () => {
  worker.kill("SIGKILL");
  await Promise.all([once(worker, "exit"), healthy.close()]);
});

test("beside every hostile receiver at once, healthy ones get all, and memory stays bounded", async () => {
  // Warms up, so that the runtime has allocated its own memory.
  await deliver(healthy.url, 5, 160);
  await expect.poll(() => undelivered(healthy.url)).toBe(0);
  const before = megabytesOf(worker);

  const receivers = await Promise.all(Object.values(hostile).map(([act]) => startHostile(act)));
  await Promise.all(receivers.map(({ url }) => deliver(url, 1, 4)));
  await deliver(healthy.url, 5, 40);
  let most = before;
  const watched = async () => {
    most = Math.max(most, megabytesOf(worker));
    return (await undelivered(healthy.url)) + (await untried());
  };

  await expect.poll(watched).toBe(0);
  // On an overloaded machine a response may come too late and an event twice.
  const events = new Set(healthy.received.map(({ headers }) => headers["webhook-id"]));
  expect(events.size).toBe(1000);
  expect(most - before).toBeLessThan(growthLimit);
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

/** Creates deliveries to each of several webhooks of one receiver. */
async function deliver(callbackUrl: string, webhooks: number, count: number): Promise<void> {
  for (let n = 0; n < webhooks; n++) {
    const hook = await make.webhook({ callbackUrl });
    await Promise.all(Array.from({ length: count }, () => make.delivery(hook)));
  }
}

async function undelivered(callbackUrl: string): Promise<number> {
  return (
    await sql`select 1 from deliveries where callback_url = ${callbackUrl} and status <> 'delivered'`
  ).length;
}

async function untried(): Promise<number> {
  return (await sql`select 1 from deliveries where attempts = 0`).length;
}

function megabytesOf({ pid }: ChildProcess): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}
