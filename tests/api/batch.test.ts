import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { api } from "./client";
import { account, db, keyOf, videoDone, webhook } from "./world";

const batch = (count: number, more: object = {}) => ({
  events: Array.from({ length: count }, (_, n) => ({
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: `video-${n}` },
    ...more,
  })),
});
const stored = (accountId: string) => db.$count(events, eq(events.accountId, accountId));

test("a batch of a thousand is stored and answered in its order", async () => {
  const { id, key } = await account();
  await webhook(key);
  const { status, body } = await api("POST /v1/events/batch", { key, body: batch(1000) });
  expect(status).toBe(202);
  const rows = await db.select().from(events).where(eq(events.accountId, id));
  const subjects = new Map(rows.map((row) => [row.id, row.subject]));
  const order = body.events.map((one: { id: string }) => subjects.get(one.id));
  expect(order).toEqual(Array.from({ length: 1000 }, (_, n) => `video-${n}`));
  expect(body.events.every((one: { deliveries: number }) => one.deliveries === 1)).toBe(true);
});

test("a batch keeps the bytes of each member's data", async () => {
  const { id, key } = await account();
  const data = ['{"videoId":"a", "n":1.0}', '{ "videoId":"b\\u0041" }'];
  const members = data.map((one) => `{"event":"VIDEO_GENERATION_FAILED","data":${one}}`);
  const raw = `{ "events" : [ ${members.join(" , ")} ] }`;
  await api("POST /v1/events/batch", { key, raw, headers: { "content-type": "application/json" } });
  const rows = await db.select().from(events).where(eq(events.accountId, id)).orderBy(events.id);
  expect(rows.map((row) => row.data)).toEqual(data);
});

test("an invalid member is named and prevents storing the batch", async () => {
  const { id, key } = await account();
  const { events: good } = batch(3);
  const bad = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "" } };
  const body = { events: [...good, bad] };
  const answer = await api("POST /v1/events/batch", { key, body });
  expect([answer.status, answer.body.issues[0].path]).toEqual([400, "events.3.data.videoId"]);
  expect(await stored(id)).toBe(0);
});

test("an event that is too large by itself is named and prevents storing the batch", async () => {
  const { id, key } = await account();
  const dataOf = (bytes: number) => ({
    videoId: "video-1",
    note: "x".repeat(bytes - JSON.stringify({ videoId: "video-1", note: "" }).length),
  });
  const member = (bytes: number) => ({ event: "VIDEO_GENERATION_SUCCESS", data: dataOf(bytes) });
  const limit = 256 * 1024;
  const body = { events: [member(limit), member(limit + 1)] };
  const answer = await api("POST /v1/events/batch", { key, body });
  expect([answer.status, answer.body.code]).toEqual([413, 41300]);
  expect(answer.body.issues[0].path).toBe("events.1.data");
  expect(await stored(id)).toBe(0);
  const fits = await api("POST /v1/events/batch", { key, body: { events: [member(limit)] } });
  expect(fits.status).toBe(202);
});

test("an event that is too large, or a batch of too many members, is refused before it is parsed", async () => {
  const { id, key } = await account();
  const json = { "content-type": "application/json" };
  const { events: small } = batch(1);
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`member${n}`, 0]));
  const withMembers = (count: number) => ({
    ...videoDone,
    data: { videoId: "v", ...members(count) },
  });
  // The last brace is left out: parsing would answer 40001.
  const cut = (events: object[]) => JSON.stringify({ events }).slice(0, -1);

  const large = cut([...small, withMembers(50_000)]);
  for (const headers of [json, { ...json, "idempotency-key": "large" }]) {
    const answer = await api("POST /v1/events/batch", { key, raw: large, headers });
    expect([answer.status, answer.body.code]).toEqual([413, 41300]);
    expect(answer.body.issues[0].path).toBe("events.1.data");
  }
  const ten = (count: number) => Array.from({ length: 10 }, () => withMembers(count));
  const many = await api("POST /v1/events/batch", { key, raw: cut(ten(10_000)), headers: json });
  expect([many.status, many.body.code]).toEqual([413, 41300]);
  expect(many.body.message).toContain("more than 100,000 members");
  expect(await stored(id)).toBe(0);
  const fits = await api("POST /v1/events/batch", { key, body: { events: ten(9_990) } });
  expect(fits.status).toBe(202);
});

test.each([0, 1001])("a batch of %i is refused", async (count) => {
  const { key } = await account();
  const { status, body } = await api("POST /v1/events/batch", { key, body: batch(count) });
  expect([status, body.issues[0].path]).toEqual([400, "events"]);
});

test("a service key names the account of each member", async () => {
  const [one, other] = [await account(), await account()];
  const key = await keyOf(null, ["events:write"]);
  const body = {
    events: [one.id, other.id, one.id].map((accountId) => ({ ...videoDone, accountId })),
  };
  expect((await api("POST /v1/events/batch", { key, body })).status).toBe(202);
  expect([await stored(one.id), await stored(other.id)]).toEqual([2, 1]);
  const unnamed = await api("POST /v1/events/batch", { key, body: batch(2) });
  expect([unnamed.status, unnamed.body.issues[0].path]).toEqual([400, "events.0.accountId"]);
});

test("repeated members get their first response; the others are stored", async () => {
  const { id, key } = await account();
  const member = (n: number) => ({ ...videoDone, idempotencyKey: `render-${n}` });
  const send = (...numbers: number[]) =>
    api("POST /v1/events/batch", { key, body: { events: numbers.map(member) } });
  const { body: first } = await send(1, 2);
  const { body: second } = await send(2, 3, 1);
  expect([second.events[0], second.events[2]]).toEqual([first.events[1], first.events[0]]);
  expect(await stored(id)).toBe(3);

  const changed = { ...member(1), data: { videoId: "another" } };
  const mixed = { events: [member(9), changed] };
  const other = await api("POST /v1/events/batch", { key, body: mixed });
  expect([other.status, other.body.code]).toEqual([422, 42200]);
  expect(other.body.issues).toMatchObject([{ path: "events.1.idempotencyKey" }]);
  const nul = { ...videoDone, idempotencyKey: "\0" };
  expect((await api("POST /v1/events/batch", { key, body: { events: [nul] } })).status).toBe(400);
  const twice = await send(4, 4);
  expect([twice.status, twice.body.issues[0].path]).toEqual([400, "events.1.idempotencyKey"]);
  expect(await stored(id)).toBe(3);
});

test("a repeated member gets its first response, though its webhook was deleted meanwhile", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const repeated = { ...videoDone, webhookId, idempotencyKey: "render-1" };
  const { body: first } = await api("POST /v1/events/batch", { key, body: { events: [repeated] } });
  await api(`DELETE /v1/webhooks/${webhookId}`, { key });
  const events = [videoDone, repeated];
  const { status, body } = await api("POST /v1/events/batch", { key, body: { events } });
  expect([status, body.events?.[1]]).toEqual([202, first.events[0]]);
  expect(await stored(id)).toBe(2);

  const fresh = { ...repeated, idempotencyKey: "render-2" };
  const refused = await api("POST /v1/events/batch", { key, body: { events: [repeated, fresh] } });
  expect([refused.status, refused.body.issues]).toMatchObject([
    400,
    [{ path: "events.1.webhookId" }],
  ]);
});
