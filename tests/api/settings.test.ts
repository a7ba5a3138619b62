import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { webhookHeaders, webhooks } from "@/db/schema/webhooks";
import { api } from "./client";
import { account, db, keyOf, webhook } from "./world";

const defaults = {
  label: "",
  paused: false,
  deadlineSeconds: 15,
  maxConcurrency: 8,
  ratePerSecond: null,
  headers: {},
};

let key: string;
let accountId: string;
let at: string;
let untouched: typeof defaults & { accountId: string };
beforeEach(async () => {
  ({ key, id: accountId } = await account());
  untouched = { ...defaults, accountId };
  at = `/v1/webhooks/${(await webhook(key)).id}/settings`;
});

test("the overview is listed page by page, with twins on other pages", async () => {
  const [oldest] = (await api("GET /v1/webhooks", { key })).body;
  const { id: middle } = await webhook(key, { callbackUrl: "https://receiver.example/other" });
  const { id: newest } = await webhook(key);
  const first = await api("GET /v1/webhook-settings?limit=2", { key });
  const [, next] = /^<(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "") ?? [];
  const second = await api(`GET ${next}`, { key });
  expect(second.headers.get("link")).toBeNull();
  const common = { accountId, label: "", paused: false };
  expect([first.body, second.body]).toEqual([
    [
      { ...common, webhookId: newest, twin: oldest.id },
      { ...common, webhookId: middle },
    ],
    [{ ...common, webhookId: oldest.id, twin: newest }],
  ]);
});

test("the overview of one account, for a service key, page by page", async () => {
  const { key: otherKey } = await account();
  await webhook(otherKey);
  await webhook(key);
  const service = await keyOf(null, ["webhooks:read"]);
  const address = `/v1/webhook-settings?account=${accountId}&limit=1`;
  const first = await api(`GET ${address}`, { key: service });
  const [, next] = /^<(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "") ?? [];
  const second = await api(`GET ${next}`, { key: service });
  expect(second.headers.get("link")).toBeNull();
  const rows = [...first.body, ...second.body];
  expect(rows.map((row: { accountId: string }) => row.accountId)).toEqual([accountId, accountId]);
  expect((await api(`GET ${address}`, { key: otherKey })).body).toEqual([]);
});

test("the overview has at most 5,000 webhooks", async () => {
  await db.execute(sql`
    insert into webhooks (id, account_id, callback_url, events)
    select new_id(), ${accountId}, 'https://hooks.example/' || n, array['VIDEO_GENERATION_SUCCESS']
    from generate_series(1, 5000) n`);
  const { body, headers } = await api("GET /v1/webhook-settings", { key });
  expect([body.length, headers.get("link")]).toEqual([5000, expect.stringContaining("cursor=")]);
});

const put = (body: object) => api(`PUT ${at}`, { key, body });
const read = async (as = key) => (await api(`GET ${at}`, { key: as })).body;

test("a new webhook has the defaults, and {} leaves them", async () => {
  expect(await read()).toEqual(untouched);
  expect((await put({})).body).toEqual(untouched);
});

test("only the given settings change", async () => {
  const headers = { Authorization: "Bearer 0123", "x-tenant": "7" };
  expect((await put({ ratePerSecond: 1000 })).body).toEqual({ ...untouched, ratePerSecond: 1000 });
  expect((await put({ headers })).body).toEqual({ ...untouched, ratePerSecond: 1000, headers });
  const rest = { label: "Studio", paused: true, deadlineSeconds: 30, maxConcurrency: 64 };
  expect((await put(rest)).body).toEqual({ ...untouched, ...rest, ratePerSecond: 1000, headers });
  expect((await put({ ratePerSecond: null, headers: {} })).body).toMatchObject({
    ratePerSecond: null,
    headers: {},
  });
  expect(await read()).toEqual({ ...untouched, ...rest, ratePerSecond: null, headers: {} });
});

test("headers are replaced as a whole", async () => {
  await put({ headers: { "x-one": "1", "x-two": "2" } });
  await put({ headers: { "X-Two": "3" } });
  expect((await read()).headers).toEqual({ "X-Two": "3" });
});

test("headers that cannot be decrypted refuse a change as a whole, until new ones replace them", async () => {
  await put({ headers: { "x-one": "1" }, label: "before" });
  const [, , , id] = at.split("/");
  await db
    .update(webhookHeaders)
    .set({ headers: `v1:00000000:${"A".repeat(60)}` })
    .where(eq(webhookHeaders.webhookId, id!));
  expect((await put({ label: "after", paused: true })).status).toBe(409);
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id!));
  expect(row).toMatchObject({ label: "before", pausedAt: null });

  const mended = await put({ headers: { "x-two": "2" }, label: "after" });
  expect([mended.status, mended.body]).toEqual([
    200,
    { ...untouched, label: "after", headers: { "x-two": "2" } },
  ]);
});

test("a read-only caller sees header names without values", async () => {
  await put({ headers: { authorization: "Bearer 0123" } });
  const reader = await keyOf(accountId, ["webhooks:read"]);
  expect((await read(reader)).headers).toEqual({ authorization: "***" });
});

describe("headers that the sender writes itself, or that belong to a connection, are refused", () => {
  test.each([
    ...[
      "Host",
      "content-type",
      "Content-Length",
      "content-digest",
      "user-agent",
      "Accept-Encoding",
    ],
    ...["webhook-id", "Webhook-Signature", "webhook-anything", "connection", "Keep-Alive", "te"],
    ...["Transfer-Encoding", "trailer", "upgrade", "expect", "proxy-authorization"],
  ])("%s", async (name) => {
    const { status, body } = await put({ headers: { "x-fine": "1", [name]: "mine" } });
    expect([status, body.code]).toEqual([400, 40000]);
    expect(body.issues).toEqual([
      { path: `headers.${name}`, message: expect.stringContaining("own") },
    ]);
    expect(await read()).toEqual(untouched);
  });
});

test.each([
  [{ "": "1" }, "letters"],
  [{ "x y": "1" }, "letters"],
  [{ "x\r\ny": "1" }, "letters"],
  [{ Grüße: "1" }, "letters"],
  [{ ["x".repeat(101)]: "1" }, "letters"],
  [{ "x-a": "1", "X-A": "2" }, "twice"],
  [{ "x-a": "1", ["__proto__"]: "2" }, "another name"],
  [{ "x-a": "one\r\nx-b: two" }, "printable"],
  [{ "x-a": "\u0000" }, "printable"],
  [{ "x-a": "Grüße" }, "printable"],
  [{ "x-a": " 1" }, "spaces"],
  [{ "x-a": "" }, "value"],
  [{ "x-a": "y".repeat(2049) }, "2048"],
  [{ "x-a": 7 }, "text"],
  [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, "1"])), "20"],
  [Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`x-${n}`, "y".repeat(2000)])), "8192"],
  [["x-a"], "object"],
  [null, "object"],
])("headers that cannot be sent are refused with a reason: %#", async (headers, reason) => {
  const { status, body } = await put({ headers });
  expect([status, body.code]).toEqual([400, 40000]);
  expect(body.issues[0].path).toMatch(/^headers/);
  expect(body.message).toContain(reason);
  expect(body.message).not.toContain("y".repeat(10));
});

test.each([0, 1001, 1.5, "10", -1, Number.MAX_VALUE])("no rate of %j", async (ratePerSecond) => {
  const { status, body } = await put({ ratePerSecond });
  expect([status, body.issues[0].path]).toEqual([400, "ratePerSecond"]);
});
