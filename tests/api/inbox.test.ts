import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { inboxRequests } from "@/db/schema/inbox";
import { api } from "./client";
import { browser, operator } from "./people";
import { account, db, keyOf } from "./world";

let key: string;
let accountId: string;
beforeEach(async () => {
  ({ key, id: accountId } = await account());
});

const create = async (body: object = {}) => (await api("POST /v1/inbox/bins", { key, body })).body;

/** Stores a request as a worker would. */
async function arrived(binId: string, count: number, more = {}): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    binId,
    number: n + 1,
    method: "POST",
    headers: JSON.stringify([["webhook-id", "e1"]]),
    body: Buffer.from(`{"n":${n + 1}}`),
    size: 7,
    truncated: false,
    answered: 200,
    webhookId: randomUUID(),
    ...more,
  }));
  await db.insert(inboxRequests).values(rows);
}

test("a default bin answers 200 at once, and its URL can be registered", async () => {
  const bin = await create();
  expect(bin).toEqual({
    id: expect.any(String),
    accountId,
    name: "Inbox",
    url: expect.stringMatching(/^http:\/\/inbox\.postback\.internal\/[a-z2-7]{24}$/),
    status: 200,
    delaySeconds: 0,
    retryAfterSeconds: null,
    next: [],
    received: 0,
    createdAt: expect.any(String),
  });
  const events = ["VIDEO_GENERATION_SUCCESS"];
  const made = await api("POST /v1/webhooks", { key, body: { callbackUrl: bin.url, events } });
  expect([made.status, made.body.callbackUrl]).toEqual([201, bin.url]);
});

test.each([
  "http://inbox.postback.internal/",
  "http://inbox.postback.internal:81/aaaaaaaaaaaaaaaaaaaaaaaa",
  "http://other.postback.internal/aaaaaaaaaaaaaaaaaaaaaaaa",
  "https://inbox.postback.internal/aaaaaaaaaaaaaaaaaaaaaaaa",
])("%s is refused as every local name is", async (callbackUrl) => {
  const body = { callbackUrl, events: ["VIDEO_GENERATION_SUCCESS"] };
  const { status, body: said } = await api("POST /v1/webhooks", { key, body });
  expect([status, said.code]).toEqual([400, 40002]);
});

test("its response settings can be changed, alone or together", async () => {
  const { id } = await create({ name: "Trial", next: [503, 503] });
  const put = async (body: object) => (await api(`PUT /v1/inbox/bins/${id}`, { key, body })).body;
  expect(await put({})).toMatchObject({ name: "Trial", status: 200, next: [503, 503] });
  expect(await put({ status: 429, retryAfterSeconds: 30, delaySeconds: 5 })).toMatchObject({
    status: 429,
    retryAfterSeconds: 30,
    delaySeconds: 5,
    next: [503, 503],
  });
  expect(await put({ next: [] })).toMatchObject({ next: [] });
  const { body: list } = await api("GET /v1/inbox/bins", { key });
  expect(list.bins).toMatchObject([{ id, status: 429 }]);
});

test.each([
  [{ status: 302 }, "status"],
  [{ status: "200" }, "status"],
  [{ delaySeconds: 31 }, "delaySeconds"],
  [{ delaySeconds: 0.5 }, "delaySeconds"],
  [{ retryAfterSeconds: 0 }, "retryAfterSeconds"],
  [{ next: [200, 201] }, "next.1"],
  [{ next: Array.from({ length: 21 }, () => 503) }, "next"],
  [{ name: "" }, "name"],
])("%j is no way to answer", async (body, path) => {
  const { status, body: said } = await api("POST /v1/inbox/bins", { key, body });
  expect([status, said.code, said.issues[0].path]).toEqual([400, 40000, path]);
});

test("requests are read page by page and one by one, newest first, until they are cleared", async () => {
  const { id } = await create();
  await arrived(id, 5);
  const page = (query: string) => api(`GET /v1/inbox/bins/${id}/requests?${query}`, { key });
  const { body: first } = await page("limit=3");
  expect(first.requests.map(({ number }: { number: number }) => number)).toEqual([5, 4, 3]);
  expect(first.requests[0]).toMatchObject({ valid: true, preview: '{"n":5}', answered: 200 });
  const { body: last } = await page(`limit=3&cursor=${first.nextCursor}`);
  expect(last.requests.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  expect(last).not.toHaveProperty("nextCursor");
  expect((await page("cursor=x")).body.code).toBe(40003);
  // In every list an empty cursor is none.
  expect((await page("limit=3&cursor=")).body).toEqual(first);

  const { body: one } = await api(`GET /v1/inbox/bins/${id}/requests/2`, { key });
  expect(one).toMatchObject({ headers: [["webhook-id", "e1"]], body: '{"n":2}', encoding: "utf8" });
  expect((await api(`GET /v1/inbox/bins/${id}/requests/9`, { key })).status).toBe(404);

  expect((await api(`DELETE /v1/inbox/bins/${id}/requests`, { key })).status).toBe(204);
  expect((await page("")).body).toEqual({ requests: [] });
  expect((await api(`DELETE /v1/inbox/bins/${id}`, { key })).status).toBe(204);
  expect((await page("")).status).toBe(404);
});

test("a binary body and a preview cut within a character are shown", async () => {
  const { id } = await create();
  await arrived(id, 1, { body: Buffer.from([0, 255, 1]), fault: "No.", webhookId: null });
  const { body } = await api(`GET /v1/inbox/bins/${id}/requests/1`, { key });
  expect(body).toMatchObject({ encoding: "base64", body: "AP8B", valid: false, fault: "No." });
  const other = await create();
  await arrived(other.id, 1, { body: Buffer.from(`${"a".repeat(299)}ü`) });
  const { body: list } = await api(`GET /v1/inbox/bins/${other.id}/requests`, { key });
  expect(list.requests[0].preview).toBe("a".repeat(299));
});

test("viewers read, operators change, and changes are audited", async () => {
  const viewer = await browser(await operator("viewer"));
  const person = await operator("operator");
  const worker = await browser(person);
  const at = `/v1/inbox/bins?account=${accountId}`;
  const refused = await api(`POST ${at}`, { headers: viewer.headers, body: {} });
  expect(refused.status).toBe(403);
  const { body: bin } = await api(`POST ${at}`, { headers: worker.headers, body: {} });
  await api(`PUT /v1/inbox/bins/${bin.id}`, { headers: worker.headers, body: { status: 500 } });
  const seen = await api(`GET /v1/inbox/bins/${bin.id}`, { headers: viewer.headers });
  expect(seen.body).toMatchObject({ status: 500 });
  const { body: log } = await api("GET /v1/audit", { key });
  expect(log.entries).toMatchObject([
    { action: "inbox_bin.updated", before: { status: 200 }, after: { status: 500 } },
    { action: "inbox_bin.created" },
  ]);
});

test("an account may have fifty bins, also if it creates them concurrently", async () => {
  for (let n = 0; n < 49; n++) await create();
  const last = () => api("POST /v1/inbox/bins", { key, body: {} });
  const answers = await Promise.all([last(), last(), last(), last()]);
  const codes = answers.map(({ status, body }) => body.code ?? status);
  expect(codes.sort()).toEqual([201, 40901, 40901, 40901]);
});

test("a key without the scope neither reads nor creates bins", async () => {
  const reader = await keyOf(accountId, ["deliveries:read"]);
  expect((await api("GET /v1/inbox/bins", { key: reader })).status).toBe(200);
  expect((await api("POST /v1/inbox/bins", { key: reader, body: {} })).status).toBe(403);
});

test("a bin of the account is reachable, another account's is not", async () => {
  const { url } = await create({ name: "Trial" });
  const check = async (as: string) =>
    (await api("POST /v1/reachability-check", { key: as, body: { callbackUrl: url } })).body;
  expect(await check(key)).toMatchObject({ finding: "inbox", reachable: true });
  const stranger = await account();
  expect(await check(stranger.key)).toMatchObject({ finding: "inbox", reachable: false });
});

test("reachability checks follow the address policy and are limited per minute and account", async () => {
  const check = (as: string) =>
    api("POST /v1/reachability-check", { key: as, body: { callbackUrl: "https://10.0.0.1/" } });
  const keys = [key, await keyOf(accountId, scopes)];
  for (let n = 0; n < 20; n++) expect((await check(keys[n % 2]!)).body.code).toBe(40002);
  expect((await check((await account()).key)).status).toBe(400);
  const { status, headers } = await check(key);
  expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
});
