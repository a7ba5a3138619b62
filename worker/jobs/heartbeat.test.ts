import { expect, test } from "vitest";
import { connectSql } from "@/db/client";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { beat, leave, newWorker } from "./heartbeat";

const { sql, url } = await freshDatabase();

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

test("the first heartbeat of a process fails nowhere, and is not repeated", async () => {
  const rolledBack = async () => {
    const [row] = await sql`
      select xact_rollback::int as n from pg_stat_database where datname = current_database()`;
    return row?.n;
  };
  const before = await rolledBack();
  const worker = newWorker(false, async () => {});
  const started = connectSql(url, 1);
  await beat(started, worker);
  const [{ pid } = { pid: 0 }] = await started`select pg_backend_pid() as pid`;
  // A connection reports its transactions when it ends.
  await started.end();
  await eventually(async () =>
    expect(await sql`select from pg_stat_activity where pid = ${pid}`).toEqual([]),
  );
  expect(await rolledBack()).toBe(before);
  await leave(sql, worker);
});
