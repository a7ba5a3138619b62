import { readdir, readFile } from "node:fs/promises";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";

const { sql } = await freshDatabase();
const make = makers(sql);
const folder = new URL("./migrations/", import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
const turn = files.findIndex((name) => name.endsWith("_partitions.sql"));

/** An id beyond every day that has a partition, and beyond any UUIDv7 of this year. */
const odd = "f47ac10b-58cc-4372-a567-0e02b2c3d479";

describe("an old log", () => {
  let webhook: Awaited<ReturnType<typeof make.webhook>>;
  let known: { id: string; eventId: string };
  const contents = async () => ({
    deliveries: await sql`select * from deliveries order by id`,
    attempts: await sql`select * from attempts order by delivery_id, number`,
    events: await sql`select * from events order by id`,
  });
  let before: Awaited<ReturnType<typeof contents>>;

  beforeAll(async () => {
    await sql`drop schema public cascade`;
    await sql`create schema public`;
    await apply(files.slice(0, turn));
    webhook = await make.webhook();
    known = await oldDelivery(webhook);
    for (const id of [known.id, odd]) {
      await sql`
        insert into attempts (delivery_id, number, trigger, started_at, duration_ms)
        values (${id}, 1, 'event', now(), 5)`;
    }
    await sql`
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select ${odd}, account_id, event_id, webhook_id, event, callback_url, trigger from deliveries`;
    before = await contents();
    await apply(files.slice(turn));
  });

  test("keeps every row, those with ids out of order too", async () => {
    expect(before.deliveries).toHaveLength(2);
    expect(await contents()).toMatchObject(before);
    expect(await sql`select id from deliveries_default`).toEqual([{ id: odd }]);
  });

  test("keeps its indexes without rebuilding them", async () => {
    const [left] = await sql`
      select count(*)::int as invalid from pg_index where not indisvalid`;
    expect(left).toEqual({ invalid: 0 });
    const attached = await sql`
      select inhparent::regclass::text as parent from pg_inherits join pg_class on oid = inhrelid
      where relname ~ '^(deliveries|attempts|events)_[a-z_]+_[0-9]{8}$' order by 1`;
    expect(attached.map(({ parent }) => parent)).toEqual([
      "attempts_delivery_id_number_pk",
      "deliveries_account",
      "deliveries_event",
      "deliveries_pkey",
      "deliveries_recent",
      "deliveries_webhook",
      "events_account",
      "events_pkey",
      "events_recent",
      "events_subject",
    ]);
  });

  test("still refuses status changes of delivered deliveries", async () => {
    await expect(
      sql`update deliveries set status = 'failed' where id = ${known.id}`,
    ).rejects.toThrow("was delivered and stays so");
  });

  test("takes a delivery of a day that has no partition", async () => {
    const [row] = await sql`select id_at('2100-01-01') as id`;
    const id = row!.id;
    await sql`
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      values (${id}, ${id}, ${id}, ${id}, 'VIDEO_GENERATION_SUCCESS', '', 'event')`;
    expect(await sql`select from deliveries_default where id = ${id}`).toHaveLength(1);
  });
});

/** Written by hand, because the factory only knows today's tables. */
async function oldDelivery({ id, accountId }: { id: string; accountId: string }) {
  const [delivery, event] = [uuidv7(), uuidv7()];
  await sql`
    insert into events (id, account_id, name, data, subject)
    values (${event}, ${accountId}, 'VIDEO_GENERATION_SUCCESS', '{}', 'v')`;
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status)
    values (${delivery}, ${accountId}, ${event}, ${id}, 'VIDEO_GENERATION_SUCCESS', '', 'event', 'delivered')`;
  return { id: delivery, eventId: event };
}

test("id_at is the smallest id that uuidv7 makes in its millisecond", async () => {
  const id = uuidv7();
  const at = new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
  const [row] = await sql`
    select id_at(${at}) <= ${id}::uuid as before, id_at(${new Date(at.getTime() + 1)}) > ${id}::uuid as after`;
  expect(row).toEqual({ before: true, after: true });
});

async function apply(names: string[]): Promise<void> {
  for (const name of names) await sql.unsafe(await readFile(new URL(name, folder), "utf8"));
}
