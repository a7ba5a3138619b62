import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { logDays } from "@/tests/log-days";
import { runRetention } from "./run-retention";

const { sql, url } = await freshDatabase();
const { partition } = logDays(sql);
const keepDays = 30;

test("a day without an index of its table gets it, also after an interrupted run", async () => {
  await runRetention(url, keepDays);
  const [today, next] = [await partition("deliveries", 0), await partition("deliveries", 1)];
  await sql`drop index deliveries_finished`;
  await sql`create index deliveries_finished on only deliveries using brin (finished_at) with (pages_per_range = 32)`;
  // As a migration builds them: partitions that are small have the index already.
  await sql`create index small on deliveries_default using brin (finished_at) with (pages_per_range = 32)`;
  await sql`alter index deliveries_finished attach partition small`;
  await sql.unsafe(
    `create index ${today}_deliveries_finished on ${today} using brin (finished_at)`,
  );
  await sql.unsafe(`create index ${next}_deliveries_finished on ${next} using brin (finished_at)`);
  await sql`
    update pg_index set indisvalid = false where indexrelid = ${`${next}_deliveries_finished`}::text::regclass`;
  await runRetention(url, keepDays);
  const [{ valid }] = await sql<[{ valid: boolean }]>`
    select indisvalid as valid from pg_index where indexrelid = 'deliveries_finished'::regclass`;
  expect(valid).toBe(true);
  const options = async (index: string) => {
    const [row] = await sql`select reloptions from pg_class where oid = ${index}::text::regclass`;
    return row?.reloptions;
  };
  // One was built by an earlier run and stays; the invalid one is built again.
  expect(await options(`${today}_deliveries_finished`)).toBeNull();
  expect(await options(`${next}_deliveries_finished`)).toEqual(["pages_per_range=32"]);
});

test("an index that cannot be built is reported, and delays no deletion", async () => {
  await sql`
    insert into idempotency_keys (scope, key, fingerprint, status, created_at)
    values ('', 'old', '', 202, now() - interval '2 days')`;
  await sql`create index blocked on only deliveries (finished_at)`;
  await sql`create table deliveries_default_blocked ()`;

  await expect(runRetention(url, keepDays)).rejects.toThrow("deliveries_default_blocked");

  expect(await sql`select from idempotency_keys`).toHaveLength(0);
});

/** The partition of so many days from today. */
