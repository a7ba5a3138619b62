import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { api } from "./client";
import { account, delivery, keyOf, videoDone, webhook } from "./world";

test("a search within an account ignores subjects of other accounts", async () => {
  const [mine, theirs] = [await account(), await account()];
  const q = uuidv7();
  await webhook(mine.key, { callbackUrl: `https://receiver.example/${q}` });
  await api("POST /v1/events", { key: mine.key, body: videoDone });
  await delivery(theirs.key);
  await api("POST /v1/events", { key: theirs.key, body: { ...videoDone, data: { videoId: q } } });
  const service = await keyOf(null, scopes);
  const query = new URLSearchParams({ account: mine.id, q });
  const { body: page } = await api(`GET /v1/deliveries?${query}`, { key: service });
  expect(page.deliveries).toMatchObject([{ accountId: mine.id }]);
  const body = { filter: { account: mine.id, q } };
  const { body: stopped } = await api("POST /v1/deliveries/cancel", { key: service, body });
  expect(stopped).toMatchObject({ cancelled: 1, more: false });
});
