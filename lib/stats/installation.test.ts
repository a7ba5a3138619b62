import { expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import { recordBackup } from "@/lib/backup/record";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { installationFacts } from "./installation";

test("webhooks are counted by state, and the last backup has its time", async () => {
  const { sql, url } = await freshDatabase();
  const db = connectDatabase(url, 1);
  const make = makers(sql);
  const none = { paused: 0, circuitOpen: 0, lastBackupSeconds: null };
  expect(await installationFacts(db)).toMatchObject({ ...none, unfinished: 0 });

  const ids: Record<string, string> = {};
  for (const name of ["healthy", "failing", "open"]) ids[name] = (await make.webhook()).id;
  ids.paused = (await make.webhook({ paused: true })).id;
  // A webhook that was paused with an open circuit counts as paused.
  for (const id of [ids.failing, ids.open, ids.paused])
    await sql`
      insert into receivers (webhook_id, failing_since, failed_at, failures)
      values (${id!}, now(), now(), 5)`;
  await sql`
    update receivers set open_until = now(), cooldown_seconds = 30
    where webhook_id in ${sql([ids.open!, ids.paused])}`;
  // Those of single requests are no subscriptions.
  for (const [paused, openUntil] of [
    [true, null],
    [false, new Date()],
  ] as const) {
    const { id } = await make.webhook({ paused });
    await sql`update webhooks set one_shot = true where id = ${id}`;
    await sql`insert into receivers (webhook_id, open_until) values (${id}, ${openUntil})`;
  }
  await recordBackup(url, 1234.5);

  const facts = await installationFacts(db);
  expect(facts).toMatchObject({ paused: 1, circuitOpen: 1 });
  const [backup] =
    await sql`select took_ms, extract(epoch from ran_at)::float8 as seconds from chores`;
  expect(backup).toMatchObject({ tookMs: 1235, seconds: facts.lastBackupSeconds });
  await db.$client.end();
});
