import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { scopes } from "@/db/enums";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { freshDatabase } from "./database";
import { makers } from "./make";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v" } };

type Asked = { key: string; body?: object; headers?: object };
let ask: (line: string, asked: Asked) => Promise<Response>;
let close: () => Promise<void>;

// No worker runs here, so every delivery waits.
beforeAll(async () => {
  process.env.DATABASE_URL = url;
  const { dispatch } = await import("@/server/http/dispatch");
  ask = (line, { key, body, headers }) => {
    const [method = "", path] = line.split(" ");
    const sent = { "x-api-key": key, "content-type": "application/json", ...headers };
    const text = body && { body: JSON.stringify(body) };
    return dispatch(new Request(`http://127.0.0.1${path}`, { method, headers: sent, ...text }));
  };
  close = (await import("@/lib/http/database")).closeDatabase;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => close());

async function keyOf(accountId: string | null): Promise<string> {
  const key = newApiKey();
  const { prefix, last4 } = hintOf(key);
  await sql`
    insert into api_keys (id, account_id, name, key_hash, prefix, last4, scopes)
    values (${randomUUID()}, ${accountId}, 'test', ${hashKey(key)}, ${prefix}, ${last4}, ${[...scopes]})`;
  return key;
}

/** An account with a webhook for the event and this backlog limit. */
async function limitedTo(backlog: number) {
  const { accountId } = await make.webhook();
  const key = await keyOf(accountId);
  await setLimit(accountId, backlog);
  return { accountId, key };
}

async function setLimit(accountId: string, backlog: number | null) {
  const key = await keyOf(null);
  const answer = await ask(`PUT /v1/accounts/${accountId}/limits`, { key, body: { backlog } });
  expect(answer.status).toBe(200);
}

async function storedBy(accountId: string): Promise<number> {
  const [row] = await sql`select count(*)::int as n from events where account_id = ${accountId}`;
  return row!.n;
}

async function backlogOf({ accountId, key }: { accountId: string; key: string }) {
  const { usage } = await (await ask(`GET /v1/accounts/${accountId}/limits`, { key })).json();
  return usage.backlog;
}

const publish = (key: string, more: object = {}, headers: object = {}) =>
  ask("POST /v1/events", { key, body: { ...event, ...more }, headers });

/** Publishes until the limit is known and reached. Returns the refusal. */
async function fill(key: string): Promise<Response> {
  let last = await publish(key);
  await expect
    .poll(async () => {
      last = await publish(key);
      return last.status;
    })
    .toBe(429);
  return last;
}

test("an account at its backlog limit is refused by name, others keep publishing", async () => {
  const [full, other] = [await limitedTo(3), await limitedTo(1000)];
  const headers = { "idempotency-key": randomUUID() };
  const first = await (await publish(full.key, {}, headers)).json();

  const refused = await fill(full.key);
  const before = await storedBy(full.accountId);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    code: 42900,
    message: expect.stringMatching(/backlog limit is reached: \d+ deliveries wait, at most 3 may/),
  });
  const [queued] = await sql`
    select count(*)::int as n from queue where account_id = ${full.accountId}`;
  expect(await backlogOf(full)).toBe(queued!.n);
  const batch = { events: [event, event] };
  expect((await ask("POST /v1/events/batch", { key: full.key, body: batch })).status).toBe(429);
  const service = await keyOf(null);
  const forFull = await publish(service, { accountId: full.accountId });
  expect([forFull.status, (await forFull.json()).code]).toEqual([429, 42900]);
  expect(await storedBy(full.accountId)).toBe(before);

  expect((await publish(other.key)).status).toBe(202);
  expect((await publish(service, { accountId: other.accountId })).status).toBe(202);
  // A repeat adds nothing to the backlog.
  expect(await (await publish(full.key, {}, headers)).json()).toEqual(first);

  await sql`delete from queue where account_id = ${full.accountId}`;
  await expect.poll(async () => (await publish(full.key)).status).toBe(202);
});

test("events that paused webhooks would hold beyond the limit are refused until one is resumed", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const hook = await make.webhook();
  const { accountId } = hook;
  const key = await keyOf(accountId);
  await setLimit(accountId, 3);
  for (let n = 0; n < 3; n++) await make.delivery(hook, { dueAt: "infinity" });
  const pause = (at: Date | null) =>
    sql`update webhooks set paused_at = ${at} where account_id = ${accountId}`;
  await pause(new Date());
  const read = async (answer: Response) => ({ status: answer.status, ...(await answer.json()) });
  const later = async () => {
    vi.advanceTimersByTime(60_000);
    return read(await publish(key));
  };
  await expect.poll(later).toMatchObject({
    code: 42900,
    message: expect.stringMatching(/Paused webhooks of the account hold \d+ deliveries, at most 3/),
  });
  const before = await storedBy(accountId);
  expect((await publish(key)).headers.get("retry-after")).toBe("60");
  const { id } = await make.webhook({ accountId });
  expect(await read(await publish(key, { webhookId: id }))).toMatchObject({ status: 202 });
  const other = { event: "VIDEO_GENERATION_FAILED", data: { videoId: "v", failReason: "f" } };
  expect(await read(await publish(key, other))).toMatchObject({ status: 202 });
  expect(await storedBy(accountId)).toBe(before + 2);
  const limits = await (await ask(`GET /v1/accounts/${accountId}/limits`, { key })).json();
  expect(limits.usage.held).toBeGreaterThanOrEqual(3);

  await pause(null);
  await expect.poll(later).toMatchObject({ status: 202 });
});

test("a raised limit admits more; null restores the default", async () => {
  const { accountId, key } = await limitedTo(2);
  await fill(key);
  await setLimit(accountId, 100_000);
  await expect.poll(async () => (await publish(key)).status).toBe(202);
  await setLimit(accountId, null);
  const { backlog, defaults } = await (
    await ask(`GET /v1/accounts/${accountId}/limits`, { key })
  ).json();
  expect([backlog, defaults.backlog]).toEqual([500_000, 500_000]);
});

test("deliveries that a fan-out has yet to create count at once", async () => {
  const { accountId, key } = await limitedTo(500);
  await make.webhooks(accountId, 600);
  // The count by which the process knows the account's own limit.
  await expect
    .poll(async () => (await publish(key)).json().then(({ message }) => message))
    .toMatch(/: \d*\d{3} deliveries wait, at most 500 may/);
  const [{ queued, waiting }] = await sql<[{ queued: number; waiting: number }]>`
    select (select count(*)::int from queue where account_id = ${accountId}) as queued,
      (select sum(size - done)::int from fan_outs where account_id = ${accountId}) as waiting`;
  expect([queued, waiting % 601]).toEqual([0, 0]);
  expect(await backlogOf({ accountId, key })).toBe(waiting);
});

test("a refusal is repeated to the same key without looking it up again", async () => {
  const full = await limitedTo(1);
  await fill(full.key);
  vi.useFakeTimers({ toFake: ["performance"] });
  const first = await publish(full.key);
  const busy = await sql.reserve();
  await busy`begin`;
  await busy`lock table api_keys in access exclusive mode`;
  const repeated = await publish(full.key);
  await busy`rollback`;
  busy.release();

  expect(repeated.status).toBe(429);
  expect(await repeated.json()).toEqual(await first.json());
});
