import { connectSql, type Database } from "@/db/client";
import { large, usual } from "@/lib/sample/account";
import { addSampleData, removeSampleData } from "@/lib/sample/operations";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { commandLine } from "./command-line";
import { requireMasterKey } from "./master-key";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

/** Writes an account with webhooks and two weeks of deliveries that are never sent, or deletes it. */
export async function seed(options: { large?: boolean; remove?: boolean }): Promise<void> {
  process.env.MASTER_KEY = await requireMasterKey(readSettings());
  await withDatabase(async (db, url) =>
    console.log(options.remove ? await remove(db, url) : await add(db, url, options.large)),
  );
}

async function add(db: Database, url: string, isLarge = false): Promise<string> {
  const { added, present } = await addSampleData(commandLine(db), isLarge ? large : usual, url);
  if (added && isLarge) await vacuum(url);
  if (added) return "Sample data added. `postback seed --remove` deletes it.";
  if (present) return "Sample data already exists. `postback seed --remove` deletes it.";
  throw new CannotStart("An account is already named “Sample data”. Rename it first.");
}

/** Measurements need the state that a log of this size has after some time. */
async function vacuum(url: string): Promise<void> {
  const sql = connectSql(url, 1, { limitMs: null });
  await sql`vacuum (analyze) deliveries, attempts, events, queue`.finally(() => sql.end());
}

async function remove(db: Database, url: string): Promise<string> {
  const removed = await removeSampleData(commandLine(db), url);
  return removed ? "Sample data deleted." : "There was no sample data.";
}
