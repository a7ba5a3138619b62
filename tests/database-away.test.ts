import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { type ChaosProxy, startProxy } from "./proxy";

const poolSize = 3;
const publishingPoolSize = 4;
const intakePoolSize = 4;
const { db, sql, url } = await freshDatabase();
/** One key of each of as many accounts as the pool has connections: an account alone does not take all of them. */
const keys = Array.from({ length: poolSize }, newApiKey);
const [key = ""] = keys;
vi.setConfig({ testTimeout: 30_000 });

/** Database user of this product only: a test changes its password. */
const role = `role_${new URL(url).pathname.slice(1)}`;

let proxy: ChaosProxy;
let accountId: string;
let ask: (line: string, more?: { body?: object; headers?: object }) => Promise<Response>;
let ready: () => Promise<Response>;

beforeAll(async () => {
  const owners = await db
    .insert(accounts)
    .values(keys.map((_, n) => ({ name: `Studio ${n}` })))
    .returning();
  accountId = owners[0]!.id;
  for (const [n, one] of keys.entries()) {
    const owner = { accountId: owners[n]!.id, name: "test", keyHash: hashKey(one), ...hintOf(one) };
    await db.insert(apiKeys).values({ ...owner, scopes: ["events:write", "webhooks:read"] });
  }
  const { hostname, port } = new URL(url);
  proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  await sql.unsafe(`create role ${role} login superuser password 'first'`);
  through.username = role;
  through.password = "first";
  process.env.DATABASE_URL = through.href;
  process.env.BACKLOG_LIMIT = "2";
  process.env.DATABASE_POOL_SIZE = `${poolSize}`;
  const { dispatch } = await import("@/server/http/dispatch");
  const { readiness } = await import("@/lib/http/readiness");
  ready = () => readiness(new Request("http://127.0.0.1/readyz"));
  ask = async (line, { body, headers } = {}) => {
    const [method = "", path] = line.split(" ");
    const sent = { "x-api-key": key, "content-type": "application/json", ...headers };
    const text = body && { body: JSON.stringify(body) };
    return dispatch(new Request(`http://127.0.0.1${path}`, { method, headers: sent, ...text }));
  };
});
beforeEach(async () => {
  await sql.unsafe(`alter role ${role} password 'first'`);
  proxy.mend();
  await expect.poll(async () => (await publish("warm")).status).toBe(202);
});
afterAll(async () => {
  const { closeDatabase } = await import("@/lib/http/database");
  proxy.mend();
  await closeDatabase();
  await proxy.close();
  await sql.unsafe(`drop role ${role}`);
});

const publish = (videoId: string, headers = {}) =>
  ask("POST /v1/events", {
    body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } },
    headers,
  });
const stored = async (subject: string) =>
  (await sql`select 1 from events where subject = ${subject}`).length;

const repeat = "The database does not answer. Repeat the request shortly.";
const unsure =
  "The database does not answer. The request may still take effect; with an Idempotency-Key it can be repeated safely.";

test.each([
  { how: "cut", reason: "database unavailable" },
  { how: "reset", reason: "database unavailable" },
  { how: "silence", reason: "database does not answer" },
] as const)(
  "a database behind a line that breaks by $how answers 50300, and works again by itself",
  async ({ how, reason }) => {
    proxy[how]();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => publish(`${how} ${n}`)));
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toEqual([503, { code: 50300, message: unsure }]);
      expect(answer.headers.get("retry-after")).toBe("2");
    }
    const read = await ask("GET /v1/webhooks");
    expect([read.status, await read.json()]).toEqual([503, { code: 50300, message: repeat }]);
    const readiness = await ready();
    expect([readiness.status, (await readiness.json()).status]).toEqual([503, reason]);
    expect((await ask("GET /v1/openapi.json")).status).toBe(200);
    expect(proxy.open()).toBeLessThanOrEqual(poolSize + publishingPoolSize + intakePoolSize);

    proxy.mend();
    await expect.poll(async () => (await publish(`${how} after`)).status).toBe(202);
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(proxy.open()).toBeLessThanOrEqual(poolSize + publishingPoolSize + intakePoolSize);
  },
);

test("while the database is known to be silent, a request is refused before anything is done", async () => {
  proxy.silence();
  const answered = async () => (await (await publish("refused")).json()).message;
  expect(await answered()).toBe(unsure);
  await expect
    .poll(answered)
    .toBe("The database does not answer. Nothing was done; repeat the request shortly.");
  const read = async () => (await (await ask("GET /v1/webhooks")).json()).message;
  expect([await read(), await read()]).toEqual([repeat, repeat]);
  const check = await ask("POST /v1/signature-check", { body: {} });
  expect((await check.json()).message).toBe(repeat);
});

test("a person, who cannot send an Idempotency-Key, is told to check before repeating", async () => {
  proxy.silence();
  const cookie = `postback_session=${"t".repeat(43)}`;
  const init = { method: "POST", headers: { cookie, "sec-fetch-site": "same-origin" } };
  const { dispatch } = await import("@/server/http/dispatch");
  const answer = await dispatch(new Request("http://127.0.0.1/v1/webhooks", init));
  expect((await answer.json()).message).toBe(
    "The database does not answer. The request may still take effect; check before you repeat it.",
  );
});

test.each([
  ["POST /v1/session", { email: "admin@example.com", password: "correct horse battery" }],
  ["POST /v1/session/link", { token: "t".repeat(43) }],
  ["POST /v1/invitations/preview", { token: "t".repeat(43) }],
])("%s leaves nothing to check: it asks to repeat the request", async (line, body) => {
  proxy.silence();
  expect((await (await ask(line, { body })).json()).message).toBe(repeat);
});

test("a database that accepts no writes is no silent one: nothing was stored", async () => {
  const name = new URL(url).pathname.slice(1);
  await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  // The setting is that of new connections.
  proxy.reset();
  proxy.mend();
  await expect
    .poll(async () => (await (await publish("read-only")).json()).message)
    .toBe(
      "The database accepts no writes now, and nothing was stored. Repeat the request shortly.",
    );
  expect((await ask("GET /v1/webhooks")).status).toBe(200);
  await sql.unsafe(`alter database "${name}" reset default_transaction_read_only`);
  proxy.reset();
});

test("while the database refuses the password, requests are answered with 50300", async () => {
  await sql.unsafe(`alter role ${role} password 'second'`);
  proxy.reset();
  await expect.poll(() => proxy.open()).toBe(0);
  proxy.mend();
  const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => publish(`locked ${n}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(503));
  const readiness = await ready();
  expect([(await ask("GET /v1/webhooks")).status, readiness.status]).toEqual([503, 503]);
  expect(await readiness.json()).toEqual({
    status: "database refuses the connection",
    code: "28P01",
  });
  await sql.unsafe(`alter role ${role} password 'first'`);
  await expect.poll(async () => (await publish("let in")).status).toBe(202);
});

test("a database without tables is named by the readiness check", async () => {
  await sql`alter table queue rename to elsewhere`;
  const readiness = await ready();
  await sql`alter table elsewhere rename to queue`;
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    { status: "database not migrated", code: "42P01" },
  ]);
  expect((await ready()).status).toBe(200);
});

test("connections dropped by the network are replaced, for publishing and everything else", async () => {
  const many = () =>
    Promise.all([
      ...Array.from({ length: 6 }, (_, n) => publish(`many ${n}`, { "idempotency-key": `${n}` })),
      ...Array.from({ length: 6 }, () => ask("GET /v1/webhooks")),
    ]);
  await many();
  proxy.dropFlows();
  const all = async () => [...new Set((await many()).map(({ status }) => status))].sort();
  await expect.poll(all).toEqual([200, 202]);
  expect((await ready()).status).toBe(200);
});

test("a lost response is returned again by its idempotency key, and the operation runs once", async () => {
  const asked = () => publish("once", { "idempotency-key": "once" });
  proxy.trouble({ down: { silent: true } });
  expect((await asked()).status).toBe(503);
  proxy.mend();
  await expect.poll(async () => (await asked()).status).toBe(202);
  expect(await stored("once")).toBe(1);
});

test("above the backlog limit publishing is refused; reading is not", async () => {
  const make = makers(sql);
  const hook = await make.webhook({ accountId });
  for (let n = 0; n < 3; n++) await make.delivery(hook);
  const whole = [{ event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "batch" } }];
  const batch = () => ask("POST /v1/events/batch", { body: { events: whole } });

  await expect.poll(async () => (await publish("too much")).status).toBe(503);
  const refused = await batch();
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({
    code: 50300,
    message: expect.stringContaining("2"),
  });
  expect((await ask("GET /v1/webhooks")).status).toBe(200);
  expect(await stored("batch")).toBe(0);

  await sql`delete from queue`;
  await expect.poll(async () => (await batch()).status).toBe(202);
});

test("a full disk is named in the answer and on the page System, and nothing is stored", async () => {
  const service = newApiKey();
  const owner = { accountId: null, name: "service", keyHash: hashKey(service), ...hintOf(service) };
  await db.insert(apiKeys).values({ ...owner, scopes: ["deliveries:read"] });
  const warnings = async () => {
    const answer = await ask("GET /v1/system", { headers: { "x-api-key": service } });
    return (await answer.json()).warnings;
  };
  expect(await warnings()).toEqual([]);
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on events execute function refuse()`);

  const refused = await publish("full", { "idempotency-key": "full" });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      code: 50300,
      message:
        "The disk of the database is full, and nothing was stored. Repeat the request once it has space.",
    },
  ]);
  expect(await warnings()).toEqual(["disk_full"]);

  await sql`drop function refuse cascade`;
  const repeated = await publish("full", { "idempotency-key": "full" });
  expect(repeated.status).toBe(202);
  expect(await stored("full")).toBe(1);
});

test("while every connection is busy, requests are still answered", async () => {
  const busy = await sql.reserve();
  await busy`begin`;
  await busy`lock table webhooks in access exclusive mode`;
  const stuck = keys.map((one) => ask("GET /v1/webhooks", { headers: { "x-api-key": one } }));
  const waiting = () => sql`select from pg_locks where not granted`;
  await expect.poll(async () => (await waiting()).length).toBe(poolSize);
  const answers = await Promise.all([publish("exhausted"), ...stuck]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  // Publishing has its own connections, and readiness checks those.
  expect((await ready()).status).toBe(200);

  await busy`rollback`;
  busy.release();
  await expect.poll(async () => (await publish("room again")).status).toBe(202);
  await expect.poll(async () => (await ask("GET /v1/webhooks")).status).toBe(200);
});
