import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { api } from "./client";
import { account, db, videoDone, webhook } from "./world";

test.each(["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1"])(
  "an exported text that a spreadsheet would evaluate has an apostrophe before it: %j",
  async (videoId) => {
    const { key } = await account();
    await webhook(key);
    await api("POST /v1/events", { key, body: { ...videoDone, data: { videoId } } });
    const { text } = await api("GET /v1/deliveries/export", { key });
    expect(text).toMatch(new RegExp(`,"?'${videoId.replace("+", "\\+")}"?\r\n$`));
  },
);

test("no more tests are counted than deliveries, above the limit of counting", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  await db.execute(sql`
    insert into deliveries (id, account_id, webhook_id, event_id, event, callback_url, trigger, status, attempts)
    select new_id(), ${id}::uuid, ${webhookId}::uuid, new_id(), 'VIDEO_GENERATION_SUCCESS',
      'https://receiver.example/', 'test', 'delivered', 1
    from generate_series(1, 10001)`);
  const { body } = await api("GET /v1/deliveries/count", { key });
  expect(body).toEqual({ count: 10_000, capped: true, tests: 10_000 });
});
