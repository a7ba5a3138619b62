import { expect, test } from "vitest";
import { checkSchema, migrate } from "@/db/migrate";
import { freshDatabase } from "@/tests/database";
import { SchemaTooNew, SchemaTooOld, SchemaUnreleased } from "./schema-version";

test("five migrations at once all succeed, and apply everything once", async () => {
  const { url, sql } = await freshDatabase();
  const [before] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  await sql`drop schema public cascade`;
  await sql`drop schema drizzle cascade`;
  await sql`create schema public`;

  await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url)));

  const [after] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  expect(after).toEqual(before);
  expect(await sql`select from webhooks`).toHaveLength(0);
});

test("a database with migrations from before the baseline is refused unchanged", async () => {
  const { url, sql } = await freshDatabase();
  await sql`delete from drizzle.__drizzle_migrations`;
  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('first', ${Date.UTC(2026, 10, 21)}), ('second', ${Date.UTC(2026, 10, 22)})`;

  await expect(migrate(url)).rejects.toThrow(SchemaUnreleased);
  await expect(checkSchema(url)).rejects.toThrow("Use an empty database");

  const hashes = await sql`select hash from drizzle.__drizzle_migrations order by id`;
  expect(hashes).toEqual([{ hash: "first" }, { hash: "second" }]);
});

test("a process that does not migrate refuses a newer and an older schema", async () => {
  const { url, sql } = await freshDatabase();
  await expect(checkSchema(url)).resolves.toBeUndefined();

  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2100, 0)})`;
  await expect(checkSchema(url)).rejects.toThrow(SchemaTooNew);

  await sql`
    delete from drizzle.__drizzle_migrations
    where id in (select id from drizzle.__drizzle_migrations order by created_at desc limit 2)`;
  await expect(checkSchema(url)).rejects.toThrow(SchemaTooOld);
});
