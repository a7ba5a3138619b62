import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished } from "vitest";
import { connectSql, type Sql } from "@/db/client";
import { eventually } from "../eventually";
import { db } from "./world";

/** Begins a transaction on a connection of its own, which is closed when the test is over. */
export async function beginTransaction() {
  const connection = connectSql(inject("databaseUrl"), 1);
  onTestFinished(() => connection.end({ timeout: 0 }));
  const transaction = await connection.reserve();
  await transaction`begin`;
  return transaction;
}

/** Waits until a statement waits for a lock that the transaction of this connection has. */
export async function untilBlocking(connection: Sql): Promise<void> {
  const [{ pid } = { pid: 0 }] = await connection<
    { pid: number }[]
  >`select pg_backend_pid() as pid`;
  await eventually(async () => {
    const waiting = sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
    expect(await db.execute(waiting)).not.toHaveLength(0);
  });
}
