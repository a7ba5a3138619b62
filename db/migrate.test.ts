import { expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { freshDatabase } from "@/tests/database";

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
