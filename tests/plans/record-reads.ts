import { afterAll } from "vitest";
import { connectDatabase, type Sql } from "@/db/client";
import { type Reads, readsIn } from "./reads";
import { recordPlans } from "./record";

/** Returns a connection, and a function that returns what statements on it read. Closed after the tests of this suite. */
export async function recordReads(sql: Sql, url: string) {
  const recorded = await recordPlans(url);
  const db = connectDatabase(recorded.url, 1);
  const sum = await readsIn(sql);
  afterAll(async () => {
    await db.$client.end();
    recorded.close();
  });
  const readsOf = async (work: () => Promise<void>): Promise<Reads> => sum(await recorded.of(work));
  return { db, readsOf };
}
