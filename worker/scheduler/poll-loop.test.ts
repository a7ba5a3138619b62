import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 8,
  ...toLoopback,
};

let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  receiver = await startReceiver();
  worker = startWorker(url, settings);
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});

const webhook = (draft = {}) => make.webhook({ callbackUrl: receiver.url, ...draft });

test("a due delivery arrives signed, is recorded, and leaves the queue", async () => {
  const { secret, ...hook } = await webhook();
  const { id, eventId } = await make.delivery(hook);
  wake(sql);

  const { headers, body } = await receiver.next();

  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: id },
  });
  expect(headers["webhook-id"]).toBe(eventId);
  await eventually(async () => expect(await state(id)).toBe("delivered, 1 attempts, 0 queued"));
  expect(await attempts(id)).toMatchObject([{ number: 1, statusCode: 200, cause: null }]);
});

test("a failure is tried again when it is due, with the same id and body", async () => {
  receiver.answer(500, 200);
  const { id } = await make.delivery(await webhook());
  wake(sql);
  await eventually(async () => expect(await state(id)).toBe("pending, 1 attempts, 1 queued"));

  await dueNow(id);
  const [first, second] = await receiver.waitFor(2);

  expect(second!.body).toBe(first!.body);
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  await eventually(async () => expect(await state(id)).toBe("delivered, 2 attempts, 0 queued"));
  expect(await attempts(id)).toMatchObject([{ cause: "http_5xx" }, { cause: null }]);
});

test("a delivery without a notification is found by polling", async () => {
  await make.delivery(await webhook());

  expect((await receiver.next()).method).toBe("POST");
});

test("a delivery that is committed long after it was due is found too", async () => {
  const hook = await webhook();
  await make.delivery(hook);
  await receiver.waitFor(1);
  await make.delivery(hook, { dueAt: new Date(Date.now() - 60_000) });

  await receiver.waitFor(2);
});

test("hanging receivers end by their deadline and do not stop the others", async () => {
  const slow = await startReceiver();
  slow.answer(misbehave.hang);
  const hanging = await make.delivery(await make.webhook({ callbackUrl: slow.url }));
  await slow.waitFor(1);
  await make.delivery(await webhook());
  wake(sql);

  await receiver.next();

  await eventually(async () =>
    expect(await attempts(hanging.id)).toMatchObject([{ cause: "timeout" }]),
  );
  await slow.close();
});

test("paused, deliveries wait; resumed, they are sent", async () => {
  const hook = await webhook({ paused: true });
  const { id } = await make.delivery(hook);
  wake(sql);
  await eventually(async () => expect(await due(id)).toBe("infinity"));

  await sql`update webhooks set paused_at = null, pause_reason = null where id = ${hook.id}`;
  await sql`update queue set due_at = now() where delivery_id = ${id}`;
  wake(sql);

  await receiver.next();
  await eventually(async () => expect(await state(id)).toBe("delivered, 1 attempts, 0 queued"));
  expect(receiver.received).toHaveLength(1);
});

test("410 pauses the webhook; later deliveries wait", async () => {
  receiver.answer(410);
  const hook = await webhook();
  const first = await make.delivery(hook);
  wake(sql);
  await eventually(async () => expect(await state(first.id)).toBe("failed, 1 attempts, 0 queued"));

  const second = await make.delivery(hook);
  wake(sql);

  await eventually(async () => expect(await due(second.id)).toBe("infinity"));
  expect(receiver.received).toHaveLength(1);
});

test("Retry-After delays the next attempt", async () => {
  receiver.answer({ status: 429, headers: { "retry-after": "3600" } });
  const { id } = await make.delivery(await webhook());
  wake(sql);
  await eventually(async () => expect(await state(id)).toBe("pending, 1 attempts, 1 queued"));

  const [{ wait }] = (await sql`
    select extract(epoch from due_at - now())::float8 as wait from queue where delivery_id = ${id}`) as unknown as [
    { wait: number },
  ];
  expect(wait).toBeGreaterThan(3590);
});

test("the last-triggered time is recorded while the worker runs", async () => {
  const hook = await webhook({ isNew: true });
  await make.delivery(hook);
  wake(sql);

  await eventually(async () => expect(await lastTriggered(hook.id)).not.toBeNull());
});

test("the last-triggered time is recorded after a request", async () => {
  const hook = await webhook();
  const { id } = await make.delivery(hook);
  const elsewhere = await make.webhook({ callbackUrl: "http://10.0.0.1/", isNew: true });
  const blocked = await make.delivery(elsewhere);
  wake(sql);
  await eventually(async () => expect(await attempts(blocked.id)).toHaveLength(1));
  await eventually(async () => expect(await attempts(id)).toHaveLength(1));

  await worker.stop();
  worker = startWorker(url, settings);

  const [attempt] = await attempts(id);
  expect(await lastTriggered(hook.id)).toEqual(attempt!.startedAt);
  expect(await lastTriggered(elsewhere.id)).toBeNull();
});

test("stopping finishes requests in flight, once, and starts no more", async () => {
  receiver.answer((response) => setTimeout(() => response.end(), 200));
  const hook = await webhook();
  const ids: string[] = [];
  for (let n = 0; n < 24; n++) ids.push((await make.delivery(hook)).id);
  wake(sql);
  await receiver.waitFor(8);

  await worker.stop();

  const sent = receiver.received.length;
  const [counts] = await sql`
    select count(*) filter (where status = 'delivered')::int as delivered,
      (select count(*) from queue where delivery_id = any(${ids}) and leased)::int as leased,
      (select count(*) from queue where delivery_id = any(${ids}) and attempt = 0)::int as untouched
    from deliveries where id = any(${ids})`;
  expect(counts).toEqual({ delivered: sent, leased: 0, untouched: 24 - sent });

  worker = startWorker(url, settings);
  await receiver.waitFor(24);
  await eventually(async () => {
    const [left] = await sql`select count(*)::int as n from queue where delivery_id = any(${ids})`;
    expect(left?.n).toBe(0);
  });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(24);
  expect(receiver.received).toHaveLength(24);
});

async function state(id: string): Promise<string> {
  const [row] = await sql`
    select status, attempts, (select count(*) from queue where delivery_id = d.id) as queued
    from deliveries d where id = ${id}`;
  return `${row?.status}, ${row?.attempts} attempts, ${row?.queued} queued`;
}

async function attempts(id: string) {
  return [...(await sql`select * from attempts where delivery_id = ${id} order by number`)];
}

async function due(id: string): Promise<string> {
  const [row] = await sql`select due_at::text as due from queue where delivery_id = ${id}`;
  return row?.due;
}

async function dueNow(id: string): Promise<void> {
  await sql`update queue set due_at = now() where delivery_id = ${id}`;
  wake(sql);
}

async function lastTriggered(id: string): Promise<Date | null> {
  const [row] = await sql`select last_triggered_at from webhooks where id = ${id}`;
  return row?.lastTriggeredAt;
}
