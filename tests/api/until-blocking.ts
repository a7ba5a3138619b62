import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Sql } from "@/db/client";
import { eventually } from "../eventually";
import { db } from "./world";

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
