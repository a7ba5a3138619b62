import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { maskUrl } from "@/lib/protocol/mask-url";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import type { DeliveryChoice } from "./filter";
import { listDeliveries } from "./operations";
import { maskedUrl, searchFilter } from "./search-filter";

const { db, sql: client } = await freshDatabase();
const make = makers(client);

test("Postgres masks a URL exactly as the screens do", async () => {
  const letters = fc.constantFrom("a", "T", "=", "?", "&", ";", "%74", "[]", "é", "\\1", "$1", "/");
  const marks = fc.constantFrom("a", "=", "?", "&");
  const ends = [letters, marks].flatMap((unit) =>
    fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 3000, seed: 1 }),
  );
  const attack = `${"?".repeat(1010)}${"=".repeat(1010)}`;
  const urls = [...ends, attack].map((end) => `https://a.example/${end}`);
  const rows = await db.execute<{ url: string; shown: string }>(sql`
    select url, ${maskedUrl(sql`url`)} as shown from json_array_elements_text(${JSON.stringify(urls)}::json) as url`);
  expect(rows.map(({ url, shown }) => [url, shown])).toEqual(
    urls.map((url) => [url, maskUrl(url)]),
  );
});

test("a part of the URL is searched among more webhooks than a statement has parameters", async () => {
  const webhook = await make.webhook();
  const found = await make.delivery(webhook);
  await client`
    insert into addresses (webhook_id, account_id, url)
    select new_id(), ${webhook.accountId}, 'https://hooks.example/' || n from generate_series(1, 66000) n`;
  const where = await searchFilter({ db, accountId: null }, {
    q: "hooks.example",
  } as DeliveryChoice);
  expect(await db.select({ id: deliveries.id }).from(deliveries).where(where)).toEqual([
    { id: found.id },
  ]);
});

test("pages of a search have each delivery once, though more events of one time match than one page looks up", async () => {
  const { id: webhookId, accountId, callbackUrl } = await make.webhook();
  const q = randomUUID();
  await client`
    with made as (
      insert into events (id, account_id, name, data, subject)
      select new_id(), ${accountId}, 'VIDEO_GENERATION_SUCCESS', '{}', ${q} from generate_series(1, 1150)
      returning id, name, created_at
    )
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, created_at, trigger, status)
    select new_id(), ${accountId}, id, ${webhookId}, name, ${callbackUrl}, created_at, 'event', 'delivered'
    from made order by random()`;
  const ctx = { ...machineContext(db), accountId };
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listDeliveries(ctx, { q, limit: 100, cursor });
    found.push(...page.deliveries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect([found.length, new Set(found).size]).toEqual([1150, 1150]);
});
