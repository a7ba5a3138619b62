import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { beat, leave, newWorker } from "./heartbeat";

const { sql } = await freshDatabase();

test("workers without a heartbeat for an hour are forgotten, and one that stops at once", async () => {
  await sql`
    insert into workers (id, host, pid, version, beat_at)
    select new_id(), minutes || ' min', 1, '', now() - minutes * interval '1 minute'
    from unnest(array[59, 61]) minutes`;
  const worker = newWorker(false, async () => {});
  await beat(sql, worker);
  const others = () => sql`select host from workers where id <> ${worker.id}`;
  expect(await others()).toEqual([{ host: "59 min" }]);
  expect(await sql`select from workers`).toHaveLength(2);
  await leave(sql, worker);
  expect(await others()).toEqual(await sql`select host from workers`);
});
