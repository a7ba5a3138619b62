import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { markPooled } from "./address";
import { openClient } from "./driver";

const { url } = await freshDatabase();
const pool = { max: 2, limitMs: 20_000 };

test("a connection to PgBouncer has no settings and no prepared statements of its own", async () => {
  const sql = openClient(markPooled(url), pool);
  const [own] = await sql`
    select current_setting('statement_timeout') as limit, (select count(*)::int from pg_prepared_statements) as prepared
    where ${1}::int = 1`;
  const direct = openClient(url, pool);
  const [other] = await direct`
    select current_setting('statement_timeout') as limit, (select count(*)::int from pg_prepared_statements) as prepared
    where ${1}::int = 1`;
  expect(own).toEqual({ limit: "0", prepared: 0 });
  expect(other?.limit).toBe("18s");
  expect(other?.prepared).toBeGreaterThan(0);
  expect(() => openClient(markPooled(url), { ...pool, settings: { jit: "off" } })).toThrow(
    "PgBouncer",
  );
  await Promise.all([sql.end(), direct.end()]);
});

test("more statements and transactions than connections are sent one after the other", async () => {
  const sql = openClient(markPooled(url), pool);
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const alone = numbers.map(async (n) => (await sql`select ${n}::int as n`)[0]?.n);
  const within = numbers.map((n) =>
    sql.begin(async (tx) => {
      const rows = await Promise.all([tx`select ${n}::int as n`, tx`select 1 as n`]);
      return rows[0][0]?.n;
    }),
  );
  expect(await Promise.all(alone)).toEqual(numbers);
  expect(await Promise.all(within)).toEqual(numbers);
  await sql.end();
});
