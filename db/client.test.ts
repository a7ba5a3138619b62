import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { connectDatabase } from "./client";

test("a broken connection fails its transaction, and the process survives", async () => {
  const { url, sql: other } = await freshDatabase();
  const db = connectDatabase(url, 4);
  for (let round = 0; round < 3; round++) {
    const broken = db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`));
    const failed = expect(broken).rejects.toThrow();
    await eventually(async () => {
      const ended = await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`;
      expect(ended).toHaveLength(1);
    });
    await failed;
    await eventually(async () => {
      expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
    });
  }
  await db.$client.end({ timeout: 1 });
});

test("the pool recovers from a connection that breaks between two statements", async () => {
  const { url, sql: other } = await freshDatabase();
  const db = connectDatabase(url, 1);
  for (let round = 0; round < 12; round++) {
    const broken = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    await eventually(async () => {
      expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
    });
  }
  await db.$client.end({ timeout: 1 });
});

test("an idle transaction is ended after ten seconds and releases its locks", async () => {
  const { db, sql: other } = await freshDatabase();
  const limits = await db.execute(sql`show idle_in_transaction_session_timeout`);
  expect([...limits]).toEqual([{ idle_in_transaction_session_timeout: "10s" }]);
  const forgotten = db.transaction(async (tx) => {
    await tx.execute(sql`lock table events`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 50`);
    // Waits for the lock; this transaction is idle meanwhile.
    await other`select count(*) from events`;
    await tx.execute(sql`select 1`);
  });
  await expect(forgotten).rejects.toThrow();
  expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
});
