import { afterEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { mostInASecond } from "@/tests/faults/limits";
import { makers } from "@/tests/make";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const rate = 50;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("a rate holds at the receiver after a pause in which it answered nothing", async () => {
  const receiver = await startReceiver();
  closers.push(receiver.close);
  const times: number[] = [];
  let stalled: (() => void)[] | null = null;
  receiver.answer((response) => {
    times.push(performance.now());
    const answer = () => void response.end();
    if (stalled) stalled.push(answer);
    else answer();
  });
  const hook = await make.webhook({
    callbackUrl: receiver.url,
    maxConcurrency: 4,
    deadlineSeconds: 15,
  });
  await sql`update webhooks set rate_per_second = ${rate} where id = ${hook.id}`;
  for (let n = 0; n < 200; n++) await make.delivery(hook, { dueAt: new Date() });
  const worker = startWorker(url, { WORKER_CONCURRENCY: 64, ...toLoopback });
  closers.push(worker.stop);
  wake(sql);

  await receiver.waitFor(40);
  const waiting: (() => void)[] = [];
  stalled = waiting;
  await eventually(() => expect(waiting).toHaveLength(4));
  const leased = () => sql`select from queue where leased`;
  await eventually(async () => expect((await leased()).length).toBe(Math.ceil(rate / 4)));
  stalled = null;
  for (const answer of waiting) answer();
  await receiver.waitFor(200);
  // The rate, its burst of a tenth, and what a busy machine delivers late.
  expect(mostInASecond(times)).toBeLessThanOrEqual(1.4 * rate);
});
