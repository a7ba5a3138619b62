import { expect, test } from "vitest";
import { api } from "./client";
import { account, delivery, videoDone, webhook } from "./world";

const callbackUrl = "https://receiver.example/hook?tenant=7&token=letmein&sig=abc";
const shown = "https://receiver.example/hook?tenant=7&token=•••&sig=•••";

test("the webhook echoes its address; deliveries and events mask what grants access", async () => {
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

test("what is masked cannot be guessed by looking for it", async () => {
  const { key } = await account();
  await webhook(key, { callbackUrl });
  const found = await delivery(key);
  const count = async (q: string) =>
    (await api(`GET /v1/deliveries?q=${encodeURIComponent(q)}`, { key })).body.deliveries.length;

  expect(await count(found.id)).toBe(1);
  expect(await count("receiver.example/hook?tenant=7")).toBe(1);
  expect(await count("letmein")).toBe(0);
  expect(await count("token=l")).toBe(0);
  expect(await count("7&token=letm")).toBe(0);
});
