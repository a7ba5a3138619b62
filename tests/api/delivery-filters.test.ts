import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { api } from "./client";
import { changeDelivery, loggedIds } from "./delivery-log";
import { ended } from "./ended";
import { refused } from "./figures";
import { account, db, delivery, keyOf, videoDone, webhook } from "./world";

test("by cause and trigger, each a list", async () => {
  const { key } = await account();
  const [dns, tls, resent] = [await delivery(key), await delivery(key), await delivery(key)];
  const early = await delivery(key);
  await changeDelivery(dns.id, { cause: "dns" });
  await changeDelivery(tls.id, { cause: "tls", trigger: "replay" });
  await changeDelivery(resent.id, { trigger: "test" });
  await changeDelivery(early.id, { cause: "protocol" });
  expect(await loggedIds(key, { cause: "dns" })).toEqual([dns.id]);
  expect(await loggedIds(key, { cause: "dns,tls" })).toEqual([tls.id, dns.id]);
  expect(await loggedIds(key, { cause: "protocol" })).toEqual([early.id]);
  expect(await loggedIds(key, { trigger: "replay,test" })).toEqual([resent.id, tls.id]);
  expect(await loggedIds(key, { cause: "dns", trigger: "test" })).toEqual([]);
});

test.each(["", "/count", "/export"])(
  "GET /v1/deliveries%s takes a list as several parameters",
  async (path) => {
    const { key } = await account();
    const answers = await Promise.all(
      ["cause=dns,tls", "cause=dns&cause=tls"].map((query) =>
        api(`GET /v1/deliveries${path}?${query}`, { key }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  },
);

test.each(["cause=bad", "trigger=none", "account=7", "from=monday", "to=0"])(
  "refuses the filter %s",
  async (query) => {
    const { key } = await account();
    const { status, body } = await api(`GET /v1/deliveries?${query}`, { key });
    expect([status, body.code]).toEqual([400, 40000]);
  },
);

test("by account, within the caller's access", async () => {
  const [mine, theirs] = [await account(), await account()];
  const [own, foreign] = [await delivery(mine.key), await delivery(theirs.key)];
  const service = await keyOf(null, scopes);
  expect(await loggedIds(service, { account: theirs.id })).toEqual([foreign.id]);
  expect(await loggedIds(mine.key, { account: mine.id })).toEqual([own.id]);
  expect(await loggedIds(mine.key, { account: theirs.id })).toEqual([]);
});

test("by any id, or by the video of the event", async () => {
  const { key } = await account();
  const one = await delivery(key);
  await delivery(key);
  const videoId = `video-${uuidv7()}`;
  await api("POST /v1/events", {
    key,
    body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } },
  });
  const about = await loggedIds(key, { q: videoId });
  expect(about).toHaveLength(2);
  expect(about).not.toContain(one.id);
  expect(await loggedIds(key, { q: one.id })).toEqual([one.id]);
  expect(await loggedIds(key, { q: one.eventId })).toEqual([one.id]);
  const sent = await loggedIds(key, { q: ` ${one.webhookId} ` });
  expect(sent).toHaveLength(3);
  expect(sent.at(-1)).toBe(one.id);
  expect(await loggedIds(key, { q: uuidv7() })).toEqual([]);
});

test("by a literal part of the URL", async () => {
  const { key } = await account();
  const token = uuidv7();
  await webhook(key, { callbackUrl: `https://Receiver.example/100%25/${token}` });
  const { id } = await delivery(key);
  const [other] = (await loggedIds(key, {})).filter((one) => one !== id);
  expect(await loggedIds(key, { q: "RECEIVER.example/100%25" })).toEqual([other]);
  expect(await loggedIds(key, { q: token })).toEqual([other]);
  expect(await loggedIds(key, { q: "receiver_example" })).toEqual([]);
});

test("by a part of a former URL, of a deleted webhook's, or of a one-shot callback's", async () => {
  const { key } = await account();
  const [old, once] = [uuidv7(), uuidv7()];
  const hook = await webhook(key, { callbackUrl: `https://receiver.example/${old}` });
  await api("POST /v1/events", { key, body: videoDone });
  const sent = await loggedIds(key, {});
  const body = { callbackUrl: "https://receiver.example/new" };
  await api(`PUT /v1/webhooks/${hook.id}`, { key, body });
  expect(await loggedIds(key, { q: old })).toEqual(sent);
  await api(`DELETE /v1/webhooks/${hook.id}`, { key });
  expect(await loggedIds(key, { q: old })).toEqual(sent);

  const callbackUrl = `https://receiver.example/${once}`;
  await api("POST /v1/events", { key, body: { ...videoDone, callbackUrl } });
  expect(await loggedIds(key, { q: once })).toHaveLength(1);
});

test("deliveries of another account are not found", async () => {
  const [mine, theirs] = [await account(), await account()];
  const foreign = await delivery(theirs.key);
  for (const q of [foreign.id, foreign.eventId, foreign.webhookId, "receiver.example"]) {
    expect(await loggedIds(mine.key, { q })).toEqual([]);
  }
});

test("by several webhooks", async () => {
  const { key } = await account();
  const [first, second, third] = [await delivery(key), await delivery(key), await delivery(key)];
  const found = await loggedIds(key, { webhook: `${first.webhookId},${third.webhookId}` });
  expect(found).toContain(third.id);
  expect(found).toContain(first.id);
  expect(found).not.toContain(second.id);
});

test.each(["webhook=7", "webhook=,", "status=tried"])("refuses the filter %s", async (query) => {
  const { key } = await account();
  const { status, body } = await api(`GET /v1/deliveries?${query}`, { key });
  expect([status, body.code]).toEqual([400, 40000]);
});

test("by the state of a pending delivery", async () => {
  const { key } = await account();
  const [waiting, tried, sent] = [await delivery(key), await delivery(key), await delivery(key)];
  await db.update(deliveries).set({ attempts: 1 }).where(eq(deliveries.id, tried.id));
  await db.update(queue).set({ leased: true }).where(eq(queue.deliveryId, sent.id));
  const named = async (status: string) =>
    (await loggedIds(key, { status })).filter((id) => [waiting.id, tried.id, sent.id].includes(id));
  expect(await named("retrying")).toEqual([tried.id]);
  expect(await named("sending")).toEqual([sent.id]);
  expect(await named("sending,retrying")).toEqual([sent.id, tried.id]);
  expect(await named("pending")).toEqual([sent.id, tried.id, waiting.id]);
  expect(await named("failed,retrying")).toEqual([tried.id]);
});

test("counts matches of the caller's account, and the tests among them", async () => {
  const [mine, theirs] = [await account(), await account()];
  const one = await delivery(mine.key);
  // Its event goes to both webhooks.
  const another = await delivery(mine.key);
  await changeDelivery(another.id, { trigger: "test" });
  await delivery(theirs.key);
  const countOf = async (query: string) =>
    (await api(`GET /v1/deliveries/count?${query}`, { key: mine.key })).body;
  expect(await countOf("")).toEqual({ count: 3, capped: false, tests: 1 });
  const ofOne = await countOf(`webhook=${one.webhookId}`);
  expect(ofOne).toEqual({ count: 2, capped: false, tests: 0 });
  expect(await countOf("status=failed")).toEqual({ count: 0, capped: false, tests: 0 });
});

test("an export has what the list has, in its order, across its portions", async () => {
  const { id: accountId, key } = await account();
  const { id } = await webhook(key);
  await ended(
    accountId,
    id,
    1,
    Array.from({ length: 130 }, () => ({})),
  );
  await ended(
    accountId,
    id,
    30,
    Array.from({ length: 120 }, () => refused),
  );
  const endedFrom = new Date(Date.now() - 48 * 3_600_000).toISOString();
  for (const query of ["", "status=failed", `endedFrom=${endedFrom}`, "q=receiver.example"]) {
    const listed: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const more = cursor && `&cursor=${cursor}`;
      const { body } = await api(`GET /v1/deliveries?limit=60&${query}${more}`, { key });
      listed.push(...body.deliveries.map((one: { id: string }) => one.id));
      cursor = body.nextCursor;
    }
    const { text } = await api(`GET /v1/deliveries/export?${query}`, { key });
    const exported = text.split("\r\n").slice(1, -1);
    expect(exported.map((line) => line.split(",")[0])).toEqual(listed);
    expect(new Set(listed).size, query).toBe(query === "status=failed" ? 120 : 250);
  }
});

test("exports matches as CSV and NDJSON with masked URLs", async () => {
  const { key } = await account();
  const callbackUrl = 'https://receiver.example/a,"b"?token=hidden';
  const { id } = await webhook(key, { callbackUrl });
  await api("POST /v1/events", {
    key,
    body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "video-1" } },
  });
  const csv = await api(`GET /v1/deliveries/export?webhook=${id}`, { key });
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toMatch(
    /^attachment; filename="deliveries-\d{12}\.csv"$/,
  );
  const [head, row, ...rest] = csv.text.split("\r\n");
  expect(head).toMatch(/^id,createdAt,status,event,callbackUrl,/);
  expect(row).toContain('"https://receiver.example/a,""b""?token=');
  expect(rest).toEqual([""]);

  const lines = await api(`GET /v1/deliveries/export?webhook=${id}&format=ndjson`, { key });
  const list = await api(`GET /v1/deliveries?webhook=${id}`, { key });
  expect(JSON.parse(lines.text)).toEqual(list.body.deliveries[0]);
  expect(csv.text + lines.text).not.toContain("hidden");
});

test("exports page after page to the end", async () => {
  const { key } = await account();
  await webhook(key);
  const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "video-1" } };
  await api("POST /v1/events/batch", { key, body: { events: Array(450).fill(event) } });
  const { text } = await api("GET /v1/deliveries/export?format=ndjson", { key });
  const found = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(new Set(found).size).toBe(450);
});

test("rejects an invalid filter before the export starts", async () => {
  const { key } = await account();
  const { status, body } = await api("GET /v1/deliveries/export?format=xlsx", { key });
  expect([status, body.code]).toEqual([400, 40000]);
});
