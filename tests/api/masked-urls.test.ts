import { expect, test } from "vitest";
import { auditLog } from "@/db/schema/audit";
import { api } from "./client";
import { account, db, delivery, videoDone, webhook } from "./world";

const callbackUrl = "https://receiver.example/hook?tenant=7&token=letmein&sig=abc";
const shown = "https://receiver.example/hook?tenant=•••&token=•••&sig=•••";

test("the webhook returns its URL; deliveries and events mask its query values", async () => {
  const { key } = await account();
  const { id } = await webhook(key, { callbackUrl });
  const { body: event } = await api("POST /v1/events", { key, body: videoDone });

  expect((await api(`GET /v1/webhooks/${id}`, { key })).body.callbackUrl).toBe(callbackUrl);
  const { body: log } = await api("GET /v1/deliveries", { key });
  const one = await api(`GET /v1/deliveries/${log.deliveries[0].id}`, { key });
  const published = await api(`GET /v1/events/${event.id}`, { key });
  const seen = [log.deliveries[0], one.body, published.body.deliveries[0]];
  expect(seen.map((each) => each.callbackUrl)).toEqual([shown, shown, shown]);
});

test.each([
  ["token=letmein", "token="],
  ["%74oken=letmein", "%74oken="],
  ["session=letmein", "session="],
  ["key[]=letmein", "key[]="],
  ["a=1;token=letmein", "a="],
  ["letmein", "hook?"],
])("what ?%s hides cannot be guessed by looking for it", async (query, shown) => {
  const { key } = await account();
  await webhook(key, { callbackUrl: `https://receiver.example/hook?tenant=7&${query}` });
  const found = await delivery(key);
  const oneShot = `https://receiver.example/once?${query}`;
  await api("POST /v1/events", { key, body: { ...videoDone, callbackUrl: oneShot } });
  const count = async (q: string) =>
    (await api(`GET /v1/deliveries?q=${encodeURIComponent(q)}`, { key })).body.deliveries.length;

  expect(await count(found.id)).toBe(1);
  expect(await count("receiver.example/hook?tenant=")).toBe(2);
  expect(await count("receiver.example/once")).toBe(1);
  expect(await count(shown)).toBeGreaterThan(0);
  const guesses = ["letmein", "1;", `${shown}l`, `${shown}le`, `${shown}letmein`, `${shown}1`];
  for (const guess of guesses) expect([guess, await count(guess)]).toEqual([guess, 0]);
});

test("the audit log masks entries that an earlier version wrote", async () => {
  const { id, key } = await account();
  const before = { callbackUrl: "https://a.example/in?t=hush", headers: { "X-Auth": "hush" } };
  await db.insert(auditLog).values({
    accountId: id,
    actorKind: "system",
    action: "webhook.deleted",
    before: JSON.stringify(before),
  });
  const { body } = await api("GET /v1/audit", { key });
  expect(body.entries).toMatchObject([
    { before: { callbackUrl: "https://a.example/in?t=•••", headers: { "X-Auth": "***" } } },
  ]);
});
