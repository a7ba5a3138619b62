import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { rotateSecret } from "@/lib/secrets/operations";
import { updateSettings } from "@/lib/settings/operations";
import { deleteWebhook } from "@/lib/webhooks/operations";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";

const { sql, url, db } = await freshDatabase();
const make = makers(sql);
const ctx = machineContext(db);

/** Requests that are answered at once, so that the worker claims many rows ahead. */
const quick = 30;
const maxConcurrency = 8;
const inAll = 100;

let receiver: Receiver;
let hook: Awaited<ReturnType<typeof make.webhook>>;
let worker: ReturnType<typeof startWorker>;
/** Responds to the requests in flight, and from now on at once. */
let respond: () => void;
beforeEach(async () => {
  receiver = await startReceiver();
  hook = await make.webhook({ callbackUrl: receiver.url, deadlineSeconds: 10, maxConcurrency });
  const waiting: (() => void)[] = [];
  let isHeld = true;
  receiver.answer((response) => {
    const end = () => response.writeHead(200).end();
    if (isHeld && receiver.received.length > quick) waiting.push(end);
    else end();
  });
  respond = () => {
    isHeld = false;
    for (const end of waiting.splice(0)) end();
  };
  for (let n = 0; n < inAll; n++) await make.delivery(hook);
  worker = startWorker(url, { WORKER_CONCURRENCY: 128, ...toLoopback });
  await receiver.waitFor(quick + maxConcurrency);
  await eventually(async () => expect(await leased(hook.id)).toBeGreaterThan(2 * maxConcurrency));
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});

test("a paused webhook gets no request that had waited in memory", async () => {
  await updateSettings(ctx, hook.id, { paused: true });
  await eventually(async () => expect(await leased(hook.id)).toBe(maxConcurrency));
  respond();
  await eventually(async () => {
    const parked =
      await sql`select from queue where webhook_id = ${hook.id} and due_at = 'infinity'`;
    expect(parked).toHaveLength(inAll - quick - maxConcurrency);
  });
  expect(receiver.received).toHaveLength(quick + maxConcurrency);
});

test("what waited in memory is sent to the new URL", async () => {
  const next = await startReceiver();
  const outdated = await leasesBefore(
    () => sql`update webhooks set callback_url = ${next.url} where id = ${hook.id}`,
  );
  await eventually(async () => expect(await outdated()).toBe(maxConcurrency));
  respond();
  await next.waitFor(inAll - quick - maxConcurrency);
  expect(receiver.received).toHaveLength(quick + maxConcurrency);
  await next.close();
});

test("what waited in memory follows a change whose notification was lost with the listener", async () => {
  const next = await startReceiver();
  const outdated = await leasesBefore(() =>
    sql.begin(async (silent) => {
      await silent`set local session_replication_role = replica`;
      await silent`update webhooks set callback_url = ${next.url} where id = ${hook.id}`;
    }),
  );
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  await eventually(async () => expect(await outdated()).toBe(maxConcurrency));
  respond();
  await next.waitFor(inAll - quick - maxConcurrency);
  expect(receiver.received).toHaveLength(quick + maxConcurrency);
  await next.close();
});

test("what waited in memory is signed with the new secret", async () => {
  let secret = "";
  const outdated = await leasesBefore(async () => {
    ({ secret } = await rotateSecret(ctx, hook.id, { overlapSeconds: 0 }));
  });
  await eventually(async () => expect(await outdated()).toBe(maxConcurrency));
  respond();
  const requests = await receiver.waitFor(inAll);
  const verify =
    ({ body, headers }: (typeof requests)[number]) =>
    () =>
      new Webhook(secret).verify(body, headers as Record<string, string>);
  for (const request of requests.slice(quick + maxConcurrency))
    expect(verify(request)).not.toThrow();
});

test("a deleted webhook gets no request that had waited in memory", async () => {
  const other = await startReceiver();
  await deleteWebhook(ctx, hook.id);
  const { id } = await make.delivery(await make.webhook({ callbackUrl: other.url }));
  wake(sql);
  await other.waitFor(1);
  respond();
  await eventually(async () =>
    expect(await sql`select status from deliveries where id = ${id}`).toEqual([
      { status: "delivered" },
    ]),
  );
  expect(receiver.received).toHaveLength(quick + maxConcurrency);
  await other.close();
});

async function leased(webhookId: string): Promise<number> {
  const [row] = await sql`
    select count(*)::int as n from queue where webhook_id = ${webhookId} and leased`;
  return row?.n;
}

/**
 * Makes a change, and returns a function that counts the rows still leased as before it. Rows that were given back may be leased again
 * at once. No row is leased during the change.
 */
async function leasesBefore(change: () => Promise<unknown>): Promise<() => Promise<number>> {
  const before = await sql.begin(async (tx) => {
    await tx`lock table queue in exclusive mode`;
    const rows = await tx`
      select delivery_id, due_at::text from queue where webhook_id = ${hook.id} and leased`;
    await change();
    return rows.map(({ deliveryId, dueAt }) => `${deliveryId} ${dueAt}`);
  });
  return async () => {
    const [row] = await sql`
      select count(*)::int as n from queue
      where webhook_id = ${hook.id} and leased and delivery_id || ' ' || due_at::text = any(${before})`;
    return row?.n;
  };
}
