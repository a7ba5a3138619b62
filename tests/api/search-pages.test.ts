import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { api } from "./client";
import { account, videoDone, webhook } from "./world";

/** Creates an account with two deliveries to a URL that contains a text, which is no subject yet. */
async function sentTo(text: string) {
  const { key } = await account();
  await webhook(key, { callbackUrl: `https://receiver.example/${text}` });
  for (let n = 0; n < 2; n++) await api("POST /v1/events", { key, body: videoDone });
  const { body } = await api("GET /v1/deliveries", { key });
  return { key, ids: body.deliveries.map(({ id }: { id: string }) => id) as string[] };
}

test("a search means the same on its next page, whatever was published meanwhile", async () => {
  const q = uuidv7();
  const { key, ids } = await sentTo(q);
  const first = await api(`GET /v1/deliveries?limit=1&q=${q}`, { key });
  expect(first.body.deliveries).toMatchObject([{ id: ids[0] }]);
  await api("POST /v1/events", { key, body: { ...videoDone, data: { videoId: q } } });
  const next = await api(`GET /v1/deliveries?limit=1&q=${q}&cursor=${first.body.nextCursor}`, {
    key,
  });
  expect(next.body.deliveries).toMatchObject([{ id: ids[1] }]);
});

test("the pages of a search by subject have all of its deliveries", async () => {
  const { key } = await account();
  await webhook(key);
  const q = uuidv7();
  const event = { ...videoDone, data: { videoId: q } };
  // More events than one page looks up.
  for (const n of [1000, 150]) {
    const { status } = await api("POST /v1/events/batch", {
      key,
      body: { events: Array(n).fill(event) },
    });
    expect(status).toBe(202);
  }
  const { text } = await api(`GET /v1/deliveries/export?format=ndjson&q=${q}`, { key });
  const found = text.trim().split("\n");
  expect(new Set(found).size).toBe(1150);
});

test("a replay sends what its dry run counted, whatever was published meanwhile", async () => {
  const q = uuidv7();
  const { key } = await sentTo(q);
  const filter = { q };
  const counted = await api("POST /v1/replays", { key, body: { filter, dryRun: true } });
  expect(counted.body.total).toBe(2);
  const other = await webhook(key, { callbackUrl: "https://receiver.example/other" });
  await api("POST /v1/events", {
    key,
    body: { ...videoDone, data: { videoId: q }, webhookId: other.id },
  });
  const body = { filter, asOf: counted.body.createdAt };
  expect((await api("POST /v1/replays", { key, body })).body.total).toBe(2);
});
