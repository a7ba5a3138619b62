import { expect, test } from "vitest";
import { apiThroughProxy } from "./api-through-proxy";

const publishingPoolSize = 4;
const intakePoolSize = 4;
const { proxy, sql, keys, poolSize, ask, publish, ready, stored, dispatch } =
  await apiThroughProxy();

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
