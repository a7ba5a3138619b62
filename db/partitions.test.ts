import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";

const { sql } = await freshDatabase();

test("id_at is the smallest id that uuidv7 makes in its millisecond", async () => {
  const id = uuidv7();
  const at = new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
  const [row] = await sql`
    select id_at(${at}) <= ${id}::uuid as before, id_at(${new Date(at.getTime() + 1)}) > ${id}::uuid as after`;
  expect(row).toEqual({ before: true, after: true });
});

test("a new database has a partition for its first day and all days before, and one for all others", async () => {
  // The database is a copy of one that was made on this day: today, unless midnight has passed since.
  const [made] = await sql`
    select day, id_at('2020-01-01') as early, id_at(to_date(day, 'YYYYMMDD') + interval '1 hour') as own,
      id_at('2100-01-01') as late
    from (
      select max(right(relid::text, 8)) as day from pg_partition_tree('events') where relid::text ~ '_[0-9]{8}$'
    ) newest`;
  const random = "f47ac10b-58cc-4372-a567-0e02b2c3d479";
  for (const id of [made!.early, made!.own, made!.late, random]) await log(id);

  for (const table of ["deliveries", "attempts", "events"]) {
    const rows = await sql`
      select tableoid::regclass::text as partition, count(*)::int as n from ${sql(table)}
      group by 1 order by 1`;
    expect(rows).toEqual([
      { partition: `${table}_${made!.day}`, n: 2 },
      { partition: `${table}_default`, n: 2 },
    ]);
  }
});

test("refuses another status for a delivered delivery in every partition", async () => {
  const [late] = await sql`select id_at('2100-01-01 00:01') as id`;
  for (const id of [uuidv7(), late!.id]) {
    await log(id);
    await sql`update deliveries set status = 'delivered' where id = ${id}`;
    await expect(sql`update deliveries set status = 'failed' where id = ${id}`).rejects.toThrow(
      "was delivered; its status is final",
    );
  }
});

async function log(id: string): Promise<void> {
  await sql`
    insert into events (id, account_id, name, data, subject)
    values (${id}, ${id}, 'VIDEO_GENERATION_SUCCESS', '{}', 'v')`;
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
    values (${id}, ${id}, ${id}, ${id}, 'VIDEO_GENERATION_SUCCESS', '', 'event')`;
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms)
    values (${id}, 1, 'event', now(), 5)`;
}
