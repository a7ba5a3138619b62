import { expect, test } from "vitest";
import { connectSql } from "@/db/client";
import { vault } from "@/lib/vault/vault";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { beat, leave, newWorker, runHeartbeat } from "./heartbeat";

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
  expect(await sql`select master_keys from workers where id = ${worker.id}`).toEqual([
    { masterKeys: vault().keyIds },
  ]);
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

test("a heartbeat in the future stays until the step of the clock is repaired, and is recorded then", async () => {
  const seen: unknown[] = [];
  const worker = newWorker(false, async () => {
    seen.push(
      ...(await sql`
      select beat_at > now() + interval '1 minute' as is_ahead from workers where id = ${worker.id}`),
    );
    await move("-1 minute");
  });
  const move = (by: string) =>
    sql`update workers set beat_at = now() + ${by}::interval where id = ${worker.id}`;
  await beat(sql, worker);
  await move("5 seconds");
  await beat(sql, worker);
  expect(seen).toEqual([]);

  await move("1 hour");
  const beatAt = await beat(sql, worker);
  expect(seen).toEqual([{ isAhead: true }]);
  expect(beatAt).toBeInstanceOf(Date);
  expect(await sql`select beat_at from workers where id = ${worker.id}`).toEqual([{ beatAt }]);
  await leave(sql, worker);
});

test("a worker that stops leaves the table, and stops without a database too", async () => {
  const worker = newWorker(false, async () => {});
  const stopping = new AbortController();
  const running = runHeartbeat(sql, worker, stopping.signal);
  const listed = () => sql`select from workers where id = ${worker.id}`;
  await eventually(async () => expect(await listed()).toHaveLength(1));
  stopping.abort();
  await running;
  expect(await listed()).toHaveLength(0);

  const away = connectSql(url, 1);
  await away.end();
  await runHeartbeat(away, worker, stopping.signal);
});
