import { createHash, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { events } from "@/db/schema/events";
import { idempotencyKeys } from "@/db/schema/idempotency";
import { api } from "./client";
import { browser, member, operator } from "./people";
import { account, db, keyOf, videoDone, webhook } from "./world";

const publish = (key: string, idempotencyKey: string, body: object = videoDone) =>
  api("POST /v1/events", { key, body, headers: headers(idempotencyKey) });
const headers = (key: string) => ({ "content-type": "application/json", "idempotency-key": key });
const stored = (accountId: string) => db.$count(events, eq(events.accountId, accountId));

test("a repeated request gets the first response and runs once", async () => {
  const { id, key } = await account();
  await webhook(key);
  const first = await publish(key, "render-1");
  const second = await publish(key, '"render-1"');
  expect([second.status, second.body]).toEqual([202, first.body]);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(await stored(id)).toBe(1);
});

test("requests with a password are not stored", async () => {
  const key = await keyOf(null, ["admin"]);
  const body = {
    email: `${randomUUID()}@example.com`,
    role: "viewer",
    password: "a long password",
  };
  const idempotencyKey = randomUUID();
  const create = () => api("POST /v1/users", { key, body, headers: headers(idempotencyKey) });
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
  expect(await db.$count(idempotencyKeys, eq(idempotencyKeys.key, idempotencyKey))).toBe(0);
});

test("other requests are stored as a keyed digest, not a hash", async () => {
  const { key } = await account();
  const idempotencyKey = randomUUID();
  await publish(key, idempotencyKey);
  const [kept] = await db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, idempotencyKey));
  const asked = `POST /v1/events\n${JSON.stringify(videoDone)}`;
  expect(kept?.fingerprint).not.toBe(createHash("sha256").update(asked).digest("hex"));
  expect(kept?.fingerprint).toMatch(/^[0-9a-f]{8}:[\w-]{43}$/);
});

test("another request with the same key is refused", async () => {
  const { id, key } = await account();
  await publish(key, "render-1");
  const { status, body } = await publish(key, "render-1", { ...videoDone, data: { videoId: "2" } });
  expect([status, body.code]).toEqual([422, 42200]);
  expect(body.message).toContain("Repeat that request unchanged, or use a new key.");
  expect(body.issues).toMatchObject([{ path: "Idempotency-Key" }]);
  expect(await stored(id)).toBe(1);
});

test("another path or query is another request", async () => {
  const [one, other] = [await account(), await account()];
  const key = await keyOf(null, scopes);
  const hook = { callbackUrl: "https://receiver.example/", events: ["VIDEO_GENERATION_SUCCESS"] };
  const create = ({ id }: { id: string }) =>
    api(`POST /v1/webhooks?account=${id}`, { key, body: hook, headers: headers("hook-1") });
  const { body: made } = await create(one);
  expect((await create(other)).body.code).toBe(42200);
  const { id: second } = await webhook(other.key);
  const rotate = (id: string) =>
    api(`POST /v1/webhooks/${id}/secret/rotate`, { key, body: {}, headers: headers("rotate-1") });
  expect((await rotate(made.id)).status).toBe(200);
  expect((await rotate(second)).body.code).toBe(42200);
});

test("of concurrent repeats one runs; the others get its response or a conflict", async () => {
  const { id, key } = await account();
  const all = await Promise.all(Array.from({ length: 12 }, () => publish(key, "render-1")));
  const ids = all.filter(({ status }) => status === 202).map(({ body }) => body.id);
  const refused = all.filter(({ status }) => status !== 202).map(({ body }) => body.code);
  expect(new Set(ids).size).toBe(1);
  expect(refused.every((code) => code === 40900)).toBe(true);
  expect(await stored(id)).toBe(1);
});

test("a repeat while the first request runs is answered 409 with Retry-After, and gets the response later", async () => {
  const { id, key } = await account();
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${id} render-1`}, 0))`;
  const early = await db.transaction(async (tx) => {
    await tx.execute(lock);
    return publish(key, "render-1");
  });
  expect([early.status, early.body.code, early.headers.get("retry-after")]).toEqual([
    ...[409, 40900, "1"],
  ]);
  expect((await publish(key, "render-1")).status).toBe(202);
  expect(await stored(id)).toBe(1);
});

test("a failed request can be repeated with its key", async () => {
  const { id, key } = await account();
  const wrong = await publish(key, "render-1", { event: "VIDEO_GENERATION_SUCCESS", data: {} });
  expect(wrong.status).toBe(400);
  expect((await publish(key, "render-1")).status).toBe(202);
  expect(await stored(id)).toBe(1);
});

test("keys belong to an account, and those of service keys and operators to themselves", async () => {
  const [one, other] = [await account(), await account()];
  const service = await keyOf(null, ["events:write"]);
  const key = randomUUID();
  await publish(one.key, key);
  await publish(other.key, key);
  await publish(service, key, { ...videoDone, accountId: one.id });
  expect([await stored(one.id), await stored(other.id)]).toEqual([2, 1]);
  for (const _ of [1, 2]) {
    const session = (await browser(await operator())).headers;
    const body = { name: randomUUID() };
    const made = await api("POST /v1/accounts", { headers: { ...session, ...headers(key) }, body });
    expect(made.body.name).toBe(body.name);
  }
});

test("two members with one key and request each save a view of their own", async () => {
  const { id } = await account();
  const body = { name: "Failures", query: "status=failed" };
  const save = async () => {
    const headers = { ...(await member(id)).headers, "idempotency-key": "views" };
    const { body: saved } = await api("POST /v1/views", { headers, body });
    expect((await api("GET /v1/views", { headers })).body.views).toEqual([saved]);
    return saved.id;
  };
  expect(await save()).not.toBe(await save());
});

test("a request to another server takes no key, and runs each time", async () => {
  const { key } = await account();
  const check = (callbackUrl: string) =>
    api("POST /v1/reachability-check", { key, body: { callbackUrl }, headers: headers("check-1") });
  const answers = [await check("https://a.invalid/"), await check("https://b.invalid/")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test("a key is forgotten after a day", async () => {
  const { id, key } = await account();
  const first = await publish(key, "render-1");
  const age = (time: string) =>
    db
      .update(idempotencyKeys)
      .set({ createdAt: sql`now() - ${time}::interval` })
      .where(eq(idempotencyKeys.scope, id));
  await age("23 hours 58 minutes");
  expect((await publish(key, "render-1")).body.id).toBe(first.body.id);
  await age("24 hours");
  const second = await publish(key, "render-1");
  expect(second.body.id).not.toBe(first.body.id);
  expect((await publish(key, "render-1")).body.id).toBe(second.body.id);
  expect(await stored(id)).toBe(2);
});

test("a webhook is created once and has the same location each time", async () => {
  const { key } = await account();
  const body = { callbackUrl: "https://receiver.example/", events: ["VIDEO_GENERATION_SUCCESS"] };
  const create = () => api("POST /v1/webhooks", { key, body, headers: headers("hook-1") });
  const [first, second] = [await create(), await create()];
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers.get("location")).toBe(`/v1/webhooks/${first.body.id}`);
  expect((await api("GET /v1/webhooks", { key })).body).toHaveLength(1);
});

test("the response with an API key is not stored: the key is neither created nor shown twice", async () => {
  const { id, key } = await account();
  const body = { name: "once", scopes: ["webhooks:read"] };
  const issue = () => api("POST /v1/api-keys", { key, body, headers: headers("key-1") });
  const [first, second] = [await issue(), await issue()];
  expect([first.status, second.status, second.body.code]).toEqual([201, 409, 40900]);
  const rows = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.scope, id));
  expect(JSON.stringify(rows)).not.toContain(first.body.key);
  expect((await api("GET /v1/api-keys", { key })).body.apiKeys).toHaveLength(2);
});

test("no response with a secret or a link is stored", async () => {
  const { id } = await account();
  const key = await keyOf(null, scopes);
  const [{ id: hook }, person] = [await webhook(await keyOf(id, scopes)), randomUUID()];
  const invited = { email: `${person}@example.com` };
  const post = (path: string, body?: object) =>
    api(`POST /v1/${path}`, { key, headers: headers(randomUUID()), ...(body && { body }) });
  const issued = await post("api-keys", { name: "once", scopes: ["webhooks:read"], accountId: id });
  const invitation = await post("invitations", invited);
  const customer = { email: `customer-${person}@example.com` };
  const answers = [
    issued,
    invitation,
    await post(`api-keys/${issued.body.id}/rotate`, {}),
    await post(`invitations/${invitation.body.id}/renew`),
    await post(`accounts/${id}/sign-in-links`, customer),
    await post(`webhooks/${hook}/secret/rotate`, {}),
    await post(`accounts/${id}/secret/rotate`, {}),
  ];
  const kept = JSON.stringify(await db.select().from(idempotencyKeys));
  const secrets = answers.map(({ body }) => body.key ?? body.secret ?? body.link);
  for (const secret of secrets) expect(secret).toMatch(/^(pbk_live_|whsec_|\/)/);
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
});

test.each(["", "x".repeat(256)])("a key of the wrong length is refused: %#", async (given) => {
  const { key } = await account();
  const { status, body } = await publish(key, given);
  expect([status, body.issues[0].path]).toEqual([400, "Idempotency-Key"]);
});
