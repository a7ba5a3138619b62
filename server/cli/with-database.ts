import path from "node:path";
import { connectDatabase, type Database } from "@/db/client";
import { migrate } from "@/db/migrate";
import { createDatabase, startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { databaseAddress, folderOf } from "@/server/embedded-postgres/folder";
import { findRunning } from "@/server/embedded-postgres/lock-file";
import { requireDatabase } from "./external-database";
import { readSettings, type Settings } from "./settings";

/** Runs a command against the product's database, whether or not the product is running. */
export async function withDatabase(
  work: (db: Database, url: string) => Promise<void>,
): Promise<void> {
  const { url, close } = await openProductDatabase(readSettings());
  try {
    await migrate(url);
    const db = connectDatabase(url, 1);
    await work(db, url).finally(() => db.$client.end());
  } finally {
    await close();
  }
}

/** Returns the address of the product's database. `close` ends what was started for it. */
export async function openProductDatabase({ env, embedded }: Settings) {
  if (embedded) return openEmbedded(path.resolve(env.POSTBACK_DIR));
  return { url: await requireDatabase(env), close: async () => {} };
}

/**
 * Connects to the embedded Postgres of a running product, or starts one for the duration of the command. The product's
 * server is not supervised: a supervisor would keep the command alive for as long as the product runs.
 */
async function openEmbedded(dir: string) {
  const folder = folderOf(dir);
  const running = await findRunning(folder.data);
  if (running) {
    const url = await databaseAddress(folder, running.port);
    await createDatabase(url);
    return { url, close: async () => {} };
  }
  const { url, stop } = await startEmbeddedPostgres({ dir });
  return { url, close: stop };
}
