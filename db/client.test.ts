import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { connectDatabase } from "./client";

test("a transaction whose connection breaks fails, and takes neither the process nor the pool with it", async () => {
  const { url, sql: other } = await freshDatabase();
  const db = connectDatabase(url, 1);
  for (let round = 0; round < 3; round++) {
    let running = () => {};
    const runs = new Promise<void>((resolve) => {
      running = resolve;
    });
    const broken = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      running();
      await tx.execute(sql`select pg_sleep(30)`);
    });
    const failed = expect(broken).rejects.toThrow();
    await runs;
    await other`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await failed;
    await vi.waitFor(async () => {
      expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
    });
  }
  await db.$client.end();
});
