import { afterAll, beforeAll, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { freshDatabase } from "./database";
import { startReceiver } from "./receiver";

const poolSize = 3;
const { db, sql, url } = await freshDatabase();
/** One key of each of as many accounts as the pool has connections: an account alone does not take all of them. */
const keys = Array.from({ length: poolSize }, newApiKey);
const [key = ""] = keys;

type More = { body?: object; headers?: object };
let ask: (line: string, more?: More) => Promise<Response>;

beforeAll(async () => {
  for (const [n, one] of keys.entries()) {
    const [account] = await db
      .insert(accounts)
      .values({ name: `Studio ${n}` })
      .returning();
    const owner = { accountId: account!.id, name: "test", keyHash: hashKey(one), ...hintOf(one) };
    await db.insert(apiKeys).values({ ...owner, scopes: [...scopes] });
  }
  process.env.DATABASE_URL = url;
  process.env.DATABASE_POOL_SIZE = `${poolSize}`;
  process.env.ALLOW_PRIVATE_CIDRS = "127.0.0.0/8";
  const { dispatch } = await import("@/server/http/dispatch");
  ask = async (line, { body, headers } = {}) => {
    const [method = "", path] = line.split(" ");
    const sent = { "x-api-key": key, "content-type": "application/json", ...headers };
    const text = body && { body: JSON.stringify(body) };
    return dispatch(new Request(`http://127.0.0.1${path}`, { method, headers: sent, ...text }));
  };
});
afterAll(async () => {
  const { closeDatabase } = await import("@/lib/http/database");
  await closeDatabase();
});

const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v1" } };

/** Sends one request of each kind of publishing. */
async function publishing(): Promise<number[]> {
  const withKey = { headers: { "idempotency-key": crypto.randomUUID() } };
  const answers = await Promise.all([
    ask("POST /v1/events", { body: event }),
    ask("POST /v1/events", { body: event, ...withKey }),
    ask("POST /v1/events/batch", { body: { events: [event, event] } }),
    ask("POST /v1/events/batch", {
      body: { events: [{ ...event, idempotencyKey: crypto.randomUUID() }] },
    }),
  ]);
  return answers.map(({ status }) => status);
}
const accepted = [202, 202, 202, 202];

/** Locks a table until the returned function is called. */
async function lock(table: string): Promise<() => Promise<void>> {
  const busy = await sql.reserve();
  await busy`begin`;
  await busy`lock table ${sql(table)} in access exclusive mode`;
  return async () => {
    await busy`rollback`;
    busy.release();
  };
}
const waiting = async () => (await sql`select from pg_locks where not granted`).length;

test("while all other connections are busy, every kind of publishing continues", async () => {
  expect(await publishing()).toEqual(accepted);
  const unlock = await lock("inbox_bins");
  const stuck = keys.map((one) => ask("GET /v1/inbox/bins", { headers: { "x-api-key": one } }));
  await expect.poll(waiting).toBe(poolSize);
  expect(await publishing()).toEqual(accepted);
  for (const answer of await Promise.all(stuck)) expect(answer.status).toBe(503);
  expect(await publishing()).toEqual(accepted);
  await unlock();
});

test("a slow read is stopped with an instruction; others continue", async () => {
  const unlock = await lock("tallies");
  const stuck = Array.from({ length: 3 }, () => ask("GET /v1/stats"));
  await expect.poll(waiting).toBeGreaterThan(0);
  expect(await publishing()).toEqual(accepted);
  expect((await ask("GET /v1/webhooks")).status).toBe(200);
  const answers = await Promise.all(stuck);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(bodies).toContainEqual({
    code: 50300,
    message: expect.stringContaining("Ask for less: a shorter time range"),
  });
  await expect.poll(waiting).toBe(0);
  await unlock();
  await expect.poll(async () => (await ask("GET /v1/stats")).status).toBe(200);
});

test.each(["GET /v1/stats", "GET /v1/event-types/activity"])(
  "%s of an account holds one connection",
  async (line) => {
    const unlocks = await Promise.all(
      ["tallies", "queue", "fan_outs", "events", "webhooks"].map(lock),
    );
    const stuck = ask(line);
    await expect.poll(waiting).toBeGreaterThan(0);
    const other = await ask("GET /v1/audit", { headers: { "x-api-key": keys[1] } });
    expect(await waiting()).toBe(1);
    expect(other.status).toBe(200);
    await Promise.all(unlocks.map((unlock) => unlock()));
    await stuck;
  },
);

test("no connection is held during a request to another server", async () => {
  const receiver = await startReceiver();
  receiver.answer(...Array.from({ length: poolSize + 2 }, () => () => {}));
  const checks = Array.from({ length: poolSize + 1 }, (_, n) =>
    ask("POST /v1/reachability-check", {
      body: { callbackUrl: receiver.url },
      headers: { "idempotency-key": `check ${n}` },
    }),
  );
  await receiver.waitFor(poolSize + 1);
  const inTransaction = await sql`
    select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  expect(inTransaction).toHaveLength(0);
  expect((await ask("GET /v1/webhooks")).status).toBe(200);
  expect(await publishing()).toEqual(accepted);
  await receiver.close();
  await Promise.all(checks);
});

test("a stream that comes after its caller was refused is ended, and its place is free again", async () => {
  const { handleStream } = await import("@/lib/http/handle-stream");
  const { deliveriesApi } = await import("@/lib/deliveries/contract");
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const exportLate = handleStream({ ...deliveriesApi.exportAll, dbTimeoutMs: 100 }, async () => {
    await begun;
    return { type: "text/csv", body: new ReadableStream({ cancel }) };
  });
  const request = new Request("http://127.0.0.1/v1/deliveries/export", {
    headers: { "x-api-key": key },
  });
  const get = () => exportLate(request, { params: Promise.resolve({}) });

  expect((await get()).status).toBe(503);
  begin();
  await expect.poll(() => isCancelled).toBe(true);
  const next = await get();
  expect(next.status).toBe(200);
  await next.body?.cancel();
});
