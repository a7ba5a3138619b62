import { expect, test } from "vitest";
import type { Context } from "@/lib/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { listLabels, overviewsOf } from "./overview";

const { sql, db } = await freshDatabase();
const make = makers(sql);
const everybody = { db, accountId: null } as unknown as Context;

test("a webhook names the newest other one of its account with the same address", async () => {
  const accountId = await make.account();
  const at = (callbackUrl: string) => make.webhook({ accountId, callbackUrl });
  const [oldest, middle, newest] = [
    await at("https://a/"),
    await at("https://a/"),
    await at("https://a/"),
  ];
  const other = await at("https://a/?");
  const stranger = await make.webhook({ callbackUrl: "https://a/" });
  await sql`update webhooks set created_at = now() - interval '1 hour' where id = ${oldest.id}`;
  await sql`update webhooks set created_at = now() + interval '1 hour' where id = ${newest.id}`;

  const twins = new Map(
    (await listLabels(everybody)).map(({ webhookId, twin }) => [webhookId, twin]),
  );

  expect(twins.get(oldest.id)).toBe(newest.id);
  expect(twins.get(middle.id)).toBe(newest.id);
  expect(twins.get(newest.id)).toBe(middle.id);
  expect(twins.get(other.id)).toBeNull();
  expect(twins.get(stranger.id)).toBeNull();
  // The twin need not be among those asked for.
  expect(await overviewsOf(everybody, [middle.id, stranger.id])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ webhookId: middle.id, twin: newest.id }),
      expect.objectContaining({ webhookId: stranger.id, twin: null }),
    ]),
  );
});

test("all of them are found in one pass, with no look-up for each", async () => {
  const statements: string[] = [];
  const listening = db.$client.options.debug;
  db.$client.options.debug = (_connection, query) => void statements.push(query);
  await listLabels(everybody).finally(() => {
    db.$client.options.debug = listening;
  });

  expect(statements).toHaveLength(1);
  const plan = await sql.unsafe(
    `explain ${statements[0]?.replace("$1", "false").replace("$2", "5001")}`,
  );
  const text = plan.map((row) => Object.values(row)[0]).join("\n");
  expect(text).toContain("WindowAgg");
  expect(text).not.toContain("SubPlan");
});
