import path from "node:path";
import { connectDatabase, type Database } from "@/db/client";
import { migrate } from "@/db/migrate";
import { folderOf } from "./embedded-postgres/folder";
import { findRunning } from "./embedded-postgres/lock-file";
import { startEmbeddedPostgres } from "./embedded-postgres/start";
import { requireDatabase } from "./external-database";
import { readSettings } from "./settings";

/** Runs a command against the product's database, whether the product runs meanwhile or not. */
export async function withDatabase(
  work: (db: Database, url: string) => Promise<void>,
): Promise<void> {
  const { env, embedded } = readSettings();
  const { url, close } = embedded
    ? await openEmbedded(path.resolve(env.POSTBACK_DIR))
    : { url: await requireDatabase(env), close: async () => {} };
  try {
    await migrate(url);
    const db = connectDatabase(url, 1);
    await work(db, url).finally(() => db.$client.end());
  } finally {
    await close();
  }
}

/** One that runs already belongs to somebody, and is left running. */
async function openEmbedded(dir: string) {
  const running = await findRunning(folderOf(dir).data);
  const server = await startEmbeddedPostgres({ dir });
  return { url: server.url, close: running ? async () => {} : server.stop };
}
