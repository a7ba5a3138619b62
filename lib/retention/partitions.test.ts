import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { inDays, logDays } from "@/tests/log-days";
import { dayOf } from "./days";
import { logTables } from "./log-tables";
import { createPartition } from "./partitions";

const events = logTables.find(({ name }) => name === "events")!;

test("a day gets no partition while more rows than can be moved are in the default", async () => {
  const { sql } = await freshDatabase();
  const { idIn, partition } = logDays(sql);
  const [id, day] = [await idIn(20), inDays(20)];
  await sql`
    insert into events (id, account_id, name, data, subject, created_at)
    select (${id.slice(0, 24)} || lpad(to_hex(n), 12, '0'))::uuid, new_id(), 'VIDEO_GENERATION_SUCCESS', '{}', '',
      ${day}
    from generate_series(1, 10001) n`;
  const places = () =>
    sql`select tableoid::regclass::text as place, count(*)::int as n from events group by 1`;

  await createPartition(sql, events, dayOf(day));
  expect(await places()).toEqual([{ place: "events_default", n: 10_001 }]);

  await sql`delete from events where right(id::text, 12) = '000000000001'`;
  await createPartition(sql, events, dayOf(day));
  expect(await places()).toEqual([{ place: await partition("events", 20), n: 10_000 }]);
});
