import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { shardCount } from "@/lib/queue/shards";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 64,
  ...toLoopback,
  DISPATCH: "sharded" as const,
};

let receiver: Receiver;
const workers = new Set<ReturnType<typeof startWorker>>();
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await Promise.all([...workers].map(end));
});

test("all workers together keep to maxConcurrency while workers join and leave", async () => {
  const most = countConcurrent();
  const hooks = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      make.webhook({ callbackUrl: `${receiver.url}/${n}`, maxConcurrency: 2, deadlineSeconds: 15 }),
    ),
  );
  const publish = async () => {
    const targets = hooks.flatMap((hook) => Array.from({ length: 20 }, () => hook));
    await Promise.all(targets.map((hook) => make.delivery(hook, { dueAt: new Date() })));
    wake(sql);
  };

  const first = start();
  await publish();
  await receiver.waitFor(50);
  start();
  start();
  await eventually(async () => expect(await shares()).toEqual([20, 22, 22]));
  await publish();
  await receiver.waitFor(290);
  await end(first);
  expect(await shares()).toHaveLength(2);
  await publish();

  await eventually(async () => expect(await sql`select from queue`).toHaveLength(0));
  expect(Math.max(...most.values())).toBe(2);
  expect(receiver.received).toHaveLength(720);
  expect(await shares()).toEqual([32, 32]);
});

test("the shards of a lost worker are taken, and its leases count as requests in flight", async () => {
  const responses: ServerResponse[] = [];
  receiver.answer((response) => void responses.push(response));
  const draft = { callbackUrl: receiver.url, maxConcurrency: 2, deadlineSeconds: 30 };
  const [full, other] = [await make.webhook(draft), await make.webhook(draft)];
  const leased = [await make.delivery(full), await make.delivery(full)];
  await leaseToLostWorker(leased.map(({ id }) => id));
  await make.delivery(full);
  const free = await make.delivery(other);

  start();
  await receiver.waitFor(1);
  await eventually(async () => expect(await shares()).toEqual([shardCount]));
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([free.eventId]);
  const [waiting] = await sql`
    select count(*)::int as n from queue where webhook_id = ${full.id} and leased and attempt = 1`;
  expect(waiting?.n, "claimed, and held until a lease of the lost worker ends").toBe(3);

  await sql`update queue set leased = false, due_at = 'infinity' where delivery_id = ${leased[0]!.id}`;
  await receiver.waitFor(2);
  expect(responses).toHaveLength(2);
});

function start() {
  const worker = startWorker(url, settings);
  workers.add(worker);
  return worker;
}

async function end(worker: ReturnType<typeof startWorker>): Promise<void> {
  workers.delete(worker);
  await worker.stop();
}

/** Returns the number of shards of each worker, smallest first. */
async function shares(): Promise<number[]> {
  const rows = await sql<{ n: number }[]>`
    select count(*)::int as n from shards where worker_id is not null group by worker_id order by n`;
  return rows.map(({ n }) => n);
}

/** Returns the largest number of requests that were in flight at once, by path. */
function countConcurrent(): Map<string, number> {
  const most = new Map<string, number>();
  const now = new Map<string, number>();
  const add = (path: string, n: number) => now.set(path, (now.get(path) ?? 0) + n);
  receiver.answer((response, { url: path = "" }) => {
    add(path, 1);
    most.set(path, Math.max(most.get(path) ?? 0, now.get(path) ?? 0));
    setTimeout(() => {
      add(path, -1);
      response.end();
    }, 20);
  });
  return most;
}

/** Leases deliveries to a worker that was lost with all shards. */
async function leaseToLostWorker(ids: string[]): Promise<void> {
  const [lost] = await sql`
    insert into workers (id, host, pid, version, sharded, beat_at)
    values (new_id(), 'lost', 1, '1', true, now() - interval '6 seconds') returning id`;
  await sql`
    insert into shards (id, worker_id) select n, ${lost!.id} from generate_series(0, ${shardCount - 1}) n
    on conflict (id) do update set worker_id = excluded.worker_id`;
  await sql`
    update queue set leased = true, attempt = 1, lease = 1, step = 1, due_at = now() + interval '40 seconds'
    where delivery_id = any(${ids})`;
}
