import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { channel, type Notice } from "@/lib/changes/change";
import { api } from "./client";
import { listen, type Told } from "./listen";
import { browser, operator } from "./people";
import { account, db, delivery, keyOf, webhook } from "./world";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

/** Returns a stream that has started. */
async function hearing(headers: Record<string, string>) {
  const stream = await listen(headers);
  open.push(stream);
  await stream.until(({ event }) => event === "ready");
  return stream;
}

const changesOf = (kind: string) => (one: Told) =>
  one.data.changes?.some((change) => change.kind === kind) ?? false;
const names = (id: string) => (one: Told) => JSON.stringify(one.data).includes(id);

test("begins with `ready`, with headers against buffering by proxies", async () => {
  const { key } = await account();
  const stream = await listen({ "x-api-key": key });
  open.push(stream);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(stream.headers.get("x-accel-buffering")).toBe("no");
  expect(stream.headers.get("content-encoding")).toBeNull();
  const first = await stream.next();
  expect(first).toMatchObject({ event: "ready", data: { missed: true } });
  expect(first?.id).toMatch(/^[0-9a-f-]{36}-\d+$/);
});

test("sends beats while the database answers", async () => {
  const { key } = await account();
  const stream = await hearing({ "x-api-key": key });
  for (let n = 0; n < 2; n++) {
    await stream.until(({ event, data }) => event === "beat" && data.current === true);
  }
});

test("announces an event, its delivery and changes by a request", async () => {
  const { key } = await account();
  const stream = await hearing({ "x-api-key": key });
  const { id: made } = await webhook(key);
  await stream.until(names(made));
  await api("POST /v1/events", {
    key,
    body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "video-1" } },
  });
  await stream.until(changesOf("events"));
  const { id } = await delivery(key);
  await api(`POST /v1/deliveries/${id}/cancel`, { key });
  await stream.until(names(id));
});

test("announces the deliveries that the deletion of a webhook cancels", async () => {
  const { key } = await account();
  const { webhookId } = await delivery(key);
  const stream = await hearing({ "x-api-key": key });
  const { id: later } = await webhook(key);
  // What was announced before is of the event.
  await stream.until(names(later));
  await api(`DELETE /v1/webhooks/${webhookId}`, { key });
  await stream.until(changesOf("deliveries"));
});

test("announces nothing of another account", async () => {
  const [mine, theirs] = [await account(), await account()];
  const stream = await hearing({ "x-api-key": mine.key });
  const foreign = await delivery(theirs.key);
  await api(`POST /v1/deliveries/${foreign.id}/cancel`, { key: theirs.key });
  await api("POST /v1/replays", { key: theirs.key, body: { filter: { status: ["failed"] } } });
  // A notification of more changes than it can list, as other tests cause it too: every account reads again.
  const crowded = [{ kind: "events", anyone: true, ids: [foreign.eventId] }] satisfies Notice[];
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(crowded)})`);
  const { id } = await webhook(mine.key);

  const changes = (await stream.until(names(id))).flatMap(({ data }) => data.changes ?? []);
  expect(changes.flatMap(({ ids }) => ids)).toEqual([id]);
  expect(changes).toContainEqual({ kind: "events", ids: [], more: true });
  expect(changes.filter(({ ids, more }) => ids.length === 0 && !more)).toEqual([]);
});

test("announces all accounts to callers with access to all", async () => {
  const { key } = await account();
  const service = await keyOf(null, scopes);
  const stream = await hearing({ "x-api-key": service });
  const { id } = await webhook(key);
  await stream.until(names(id));
});

test("announces changes of a service key to the webhook's account", async () => {
  const { key } = await account();
  const service = await keyOf(null, scopes);
  const { id } = await webhook(key);
  const stream = await hearing({ "x-api-key": key });
  await api(`PUT /v1/webhooks/${id}/settings`, { key: service, body: { paused: true } });
  await stream.until(names(id));
});

test("announces what a service key deletes, cancels and renames to the account, and its ids to no other", async () => {
  const [mine, other] = [await account(), await account()];
  const { id } = await webhook(mine.key);
  const { body: issued } = await api("POST /v1/api-keys", {
    key: mine.key,
    body: { name: "old", scopes: ["deliveries:read"] },
  });
  const service = await keyOf(null, scopes);
  const stream = await hearing({ "x-api-key": mine.key });
  const elsewhere = await hearing({ "x-api-key": other.key });
  await api("POST /v1/deliveries/cancel", { key: service, body: { filter: { account: mine.id } } });
  await stream.until(changesOf("deliveries"));
  await api(`DELETE /v1/webhooks/${id}`, { key: service });
  await stream.until(changesOf("webhooks"));
  await api(`DELETE /v1/api-keys/${issued.id}`, { key: service });
  await stream.until(changesOf("api-keys"));
  await api(`PUT /v1/accounts/${mine.id}`, { key: service, body: { name: "Renamed" } });
  await stream.until(names(mine.id));

  const own = await webhook(other.key);
  const changes = (await elsewhere.until(names(own.id))).flatMap(({ data }) => data.changes ?? []);
  expect(changes.flatMap(({ ids }) => ids)).toEqual([own.id]);
});

test("continues after the client's last event, by header or by query", async () => {
  const { key } = await account();
  const stream = await listen({ "x-api-key": key });
  open.push(stream);
  const [ready] = await stream.until(({ event }) => event === "ready");
  const { id } = await webhook(key);
  const last = (await stream.until(names(id))).at(-1)?.id;
  const since = ready?.id ?? "";
  for (const again of [
    await listen({ "x-api-key": key, "last-event-id": since }),
    await listen({ "x-api-key": key }, `?lastEventId=${since}`),
  ]) {
    open.push(again);
    expect(await again.next()).toMatchObject({
      event: "ready",
      id: since,
      data: { missed: false },
    });
    expect((await again.until(names(id))).at(-1)?.id).toBe(last);
  }
  const unknown = await listen({ "x-api-key": key }, "?lastEventId=unknown-1");
  open.push(unknown);
  expect(await unknown.next()).toMatchObject({ event: "ready", data: { missed: true } });
});

test("ends for a key that is revoked", async () => {
  const { key } = await account();
  const { body: issued } = await api("POST /v1/api-keys", {
    key,
    body: { name: "screen", scopes: ["deliveries:read"] },
  });
  const stream = await hearing({ "x-api-key": issued.key });
  await api(`DELETE /v1/api-keys/${issued.id}`, { key });
  await stream.ended();
});

test("ends for a browser that signs out", async () => {
  const { cookie, headers } = await browser(await operator("viewer"));
  const stream = await hearing({ cookie });
  await api("DELETE /v1/session", { headers });
  await stream.ended();
});

test("announces a member's sign-in, and ends once a link gives the member another role", async () => {
  const { id } = await account();
  const service = await keyOf(null, ["admin", "deliveries:read"]);
  const overview = await hearing({ "x-api-key": service });
  const email = `${randomUUID()}@example.com`;
  const linkFor = async (role: string) => {
    const body = { email, role };
    const made = await api(`POST /v1/accounts/${id}/sign-in-links`, { key: service, body });
    await overview.until(changesOf("users"));
    return { token: made.body.link.split("#")[1] };
  };
  const signIn = async (token: object) => {
    const { headers } = await api("POST /v1/session/link", { body: token });
    return headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const first = await hearing({ cookie: await signIn(await linkFor("operator")) });
  await signIn(await linkFor("operator"));
  await first.until(changesOf("session"));
  await linkFor("viewer");
  await first.ended();
});

test("limits the streams of a key", async () => {
  const { key } = await account();
  for (let n = 0; n < 16; n++) await hearing({ "x-api-key": key });
  const { status, headers, body } = await api("GET /v1/stream", { key });
  expect([status, body.code]).toEqual([429, 42900]);
  expect(headers.get("retry-after")).toBe("5");
});

test("allows an account 32, with any number of keys", async () => {
  const { id, key } = await account();
  const keys = [key, await keyOf(id, scopes), await keyOf(id, scopes)];
  for (let n = 0; n < 32; n++) await hearing({ "x-api-key": keys[n % 3]! });
  const { status, headers, body } = await api("GET /v1/stream", { key });
  expect([status, headers.get("retry-after")]).toEqual([429, "5"]);
  expect(body.message).toBe("The account has 32 streams open. Close one, then try again.");
  const other = await account();
  await hearing({ "x-api-key": other.key });
});

test("allows a user 16, with any number of sessions", async () => {
  const person = await operator("viewer");
  const browsers = [await browser(person), await browser(person)];
  for (let n = 0; n < 16; n++) await hearing({ cookie: browsers[n % 2]!.cookie });
  const { status } = await api("GET /v1/stream", { headers: { cookie: browsers[0]!.cookie } });
  expect(status).toBe(429);
});

test("limits how often streams are opened", async () => {
  const { key } = await account();
  // One after another: a refusal for too many at once is repeated for a moment, and such requests are not counted.
  for (let n = 0; n < 40; n++) (await hearing({ "x-api-key": key })).close();
  const { status, headers } = await api("GET /v1/stream", { key });
  expect([status, headers.get("ratelimit-policy")]).toEqual([429, '"stream-opens";q=40;w=10']);
  const wait = Number(headers.get("retry-after"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(10);
});
