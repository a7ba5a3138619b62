import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Answer, type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";
import { CircuitBreaker } from "./circuit-breaker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 16,
  ...toLoopback,
};

type Hook = Awaited<ReturnType<typeof make.webhook>>;

let receiver: Receiver;
let hook: Hook;
let workers: ReturnType<typeof startWorker>[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
  hook = await make.webhook({ callbackUrl: receiver.url, maxConcurrency: 2 });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await receiver.close();
});

const work = () => workers.push(startWorker(url, settings));

test("repeated failures open the circuit: nothing is sent, no attempt counted, tests go through and change nothing while they fail", async () => {
  await openCircuit();
  const sent = receiver.received.length;
  expect(sent).toBeLessThan(15);
  expect(await untouched()).toBe(30 - sent);

  const tried = await make.delivery(hook, { trigger: "test" });
  const resent = await make.delivery(hook, { trigger: "resend", attempt: 1 });
  wake(sql);
  await eventually(async () => expect(await statuses(tried.id, resent.id)).toEqual(["failed"]));
  expect(receiver.received).toHaveLength(sent + 2);
  expect(await untouched()).toBe(30 - sent);
  expect(await circuit()).toMatchObject({ rests: true, cooldown: 30 });
});

test.each([
  ["test", 0],
  ["resend", 1],
] as const)(
  "a %s that succeeds while the circuit is open is its probe",
  async (trigger, attempt) => {
    await openCircuit();
    await sql`update receivers set open_until = now() + interval '1 hour' where webhook_id = ${hook.id}`;
    receiver.answer(200);
    await make.delivery(hook, { trigger, attempt });
    wake(sql);
    await eventually(async () => expect(await untouched()).toBe(0));
  },
);

test("two workers send one probe; a failure doubles the cool-down, a success starts the ramp", async () => {
  await openCircuit(24);
  await putOff();
  const sent = receiver.received.length;
  work();

  await endRest();
  await eventually(async () => expect(await circuit()).toMatchObject({ cooldown: 60 }));
  expect(receiver.received).toHaveLength(sent + 1);
  expect(await untouched()).toBe(24 - sent - 1);
  await putOff();

  receiver.answer(200);
  await endRest();
  await eventually(async () => expect(await untouched()).toBe(0));
  await eventually(async () => {
    const [log] = await sql`
      select max(attempts)::int as attempts, count(*) filter (where status = 'delivered')::int as delivered
      from deliveries where webhook_id = ${hook.id}`;
    expect(log).toEqual({ attempts: 1, delivered: 24 - sent - 1 });
  });
  expect(receiver.received).toHaveLength(24);
});

test("no probe is sent earlier than the receiver asked", async () => {
  const later = (seconds: number) => ({ status: 429, headers: { "retry-after": `${seconds}` } });
  await openCircuit(24, later(120));
  expect(await circuit()).toMatchObject({ rests: true, cooldown: 120 });
  await putOff();
  receiver.answer(later(600));
  await endRest();
  await eventually(async () =>
    expect(await circuit()).toMatchObject({ rests: true, cooldown: 600 }),
  );
});

test("the alert of a circuit that opens counts all failures, not only those that were written before", async () => {
  receiver.answer(500);
  work();
  await deliveries(4);
  wake(sql);
  await eventually(async () => {
    const [row] = await sql`select failures from receivers where webhook_id = ${hook.id}`;
    expect(row?.failures).toBeGreaterThanOrEqual(4);
  });
  await deliveries(6);
  wake(sql);
  await eventually(async () => expect(await circuit()).toMatchObject({ rests: true }));
  const [{ reason }] = await sql<[{ reason: string }]>`
    select reason from operational_events where webhook_id = ${hook.id} and kind = 'webhook.failing'`;
  expect(Number.parseInt(reason, 10)).toBeGreaterThanOrEqual(5);
});

test("a lost probe is followed by another after its lease ends", async () => {
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${hook.id}, now() - interval '1 second', 30)`;
  await deliveries(2);
  await sql`
    update queue set lane = 1, attempt = 1, step = 1, leased = true, due_at = now()
    where webhook_id = ${hook.id}`;
  work();

  await receiver.waitFor(2);
  await eventually(async () => expect(await queued()).toBe(0));
});

test("events that fail for good do not take all probes, though they wait longest", async () => {
  const refused = new Set<string>();
  receiver.answer((response, { headers }) => {
    response.writeHead(refused.has(String(headers["webhook-id"])) ? 500 : 200).end();
  });
  for (let n = 0; n < 40; n++) {
    const { id, eventId } = await make.delivery(hook, { attempt: 1 });
    refused.add(eventId);
    await wait(id, 3600 - n);
  }
  for (let n = 0; n < 20; n++) await wait((await make.delivery(hook)).id, 3000 - 100 * n);
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${hook.id}, now() - interval '1 second', 30)`;
  work();

  await eventually(async () => {
    await endRest();
    const [log] = await sql`
      select count(*)::int as delivered from deliveries
      where webhook_id = ${hook.id} and status = 'delivered'`;
    expect(log?.delivered).toBeGreaterThan(0);
  });
  const first = receiver.received.findIndex(
    ({ headers }) => !refused.has(String(headers["webhook-id"])),
  );
  expect(first).toBeLessThan(20);
});

test("retries due together open no circuit while first attempts succeed, and open it soon after", async () => {
  let now = 0;
  const breaker = new CircuitBreaker(sql, { opening() {}, opened() {} }, () => now);
  const note = (attempt: number, cause: "http_5xx" | null) => {
    const { id: webhookId, callbackUrl } = hook;
    const closed = { phase: "closed", cooldownSeconds: null } as const;
    const result = { cause, retryAfterMs: null };
    breaker.note({ webhookId, callbackUrl, trigger: "event", attempt, ...closed }, result);
  };
  note(1, null);
  for (let n = 0; n < 100; n++) note(2, "http_5xx");
  await breaker.idle();
  expect(await circuit()).toBeUndefined();

  now = 10_001;
  note(2, null);
  for (let n = 0; n < 10; n++) note(2, "http_5xx");
  await breaker.idle();
  expect(await circuit()).toMatchObject({ rests: true, cooldown: 30 });
});

/** Fails deliveries until the circuit is open and what waits is held back. */
async function openCircuit(count = 30, answer: Answer = 500): Promise<void> {
  receiver.answer(answer);
  await deliveries(count);
  work();
  await eventually(async () => expect(await circuit()).toMatchObject({ rests: true }));
  await eventually(async () => expect(await unsettled()).toEqual({ leased: 0, normal: 0 }));
}

async function deliveries(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => make.delivery(hook)));
}

/** Lets a delivery wait behind the circuit since this time. */
const wait = (id: string, seconds: number) => sql`
  update queue set lane = 1, due_at = now() - ${seconds} * interval '1 second' where delivery_id = ${id}`;

async function circuit() {
  const [row] = await sql`
    select open_until > now() and allowance = 0 as rests, cooldown_seconds as cooldown
    from receivers where webhook_id = ${hook.id}`;
  return row;
}

async function endRest(): Promise<void> {
  await sql`update receivers set open_until = now() - interval '1 second' where webhook_id = ${hook.id}`;
}

/** Postpones the retries of failed deliveries by an hour. */
async function putOff(): Promise<void> {
  await sql`
    update queue set due_at = now() + interval '1 hour'
    where webhook_id = ${hook.id} and attempt > 0 and not leased`;
}

async function untouched(): Promise<number> {
  const [row] = await sql`
    select count(*)::int as n from queue where webhook_id = ${hook.id} and attempt = 0`;
  return row?.n;
}

async function queued(): Promise<number> {
  const [row] = await sql`select count(*)::int as n from queue where webhook_id = ${hook.id}`;
  return row?.n;
}

/** Returns the rows in flight, and the rows that lane 0 would still send. */
async function unsettled() {
  const [row] = await sql`
    select count(*) filter (where leased)::int as leased,
      count(*) filter (where lane = 0 and due_at <= now())::int as normal
    from queue where webhook_id = ${hook.id}`;
  return row;
}

async function statuses(...ids: string[]): Promise<string[]> {
  const rows = await sql`select distinct status from deliveries where id = any(${ids})`;
  return rows.map(({ status }) => status);
}
