import { connectSql, type Database } from "@/db/client";
import { addSampleData, removeSampleData } from "@/lib/sample/operations";
import { large as largeVolume, usual } from "@/lib/sample/volume";
import { openVault } from "@/lib/vault/vault";
import { admitMasterKey } from "./admit-master-key";
import { commandLine } from "./command-line";
import { requireMasterKey } from "./master-key";
import { type Printing, printResult } from "./print";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

type Options = Printing & { large?: boolean; remove?: boolean };
type Result = { added: boolean } | { removed: boolean };

/** Writes an account with webhooks and two weeks of deliveries that are never sent, or deletes it. */
export async function seed({ large, remove, json = false }: Options): Promise<void> {
  const keys = remove ? undefined : await requireMasterKey(readSettings());
  await withDatabase(
    async (db, url) => {
      if (keys !== undefined) {
        // Otherwise no process of the product could read the secrets of the sample data.
        await admitMasterKey(db, openVault(keys));
        process.env.MASTER_KEY = keys;
      }
      const [result, text] = remove ? await removeSample(db, url) : await addSample(db, url, large);
      printResult(result, text, { json });
    },
    { creates: !remove },
  );
}

async function addSample(db: Database, url: string, isLarge = false): Promise<[Result, string]> {
  const volume = isLarge ? largeVolume : usual;
  const { added } = await addSampleData(commandLine(db), volume, url);
  if (added && isLarge) await vacuum(url);
  const way = "`postback seed --remove` deletes it.";
  if (added) return [{ added }, `Sample data added. ${way}`];
  return [{ added }, `Sample data already exists. ${way}`];
}

/** Measurements need the state that a log of this size has after some time. */
async function vacuum(url: string): Promise<void> {
  const sql = connectSql(url, 1, { limitMs: null });
  await sql`vacuum (analyze) deliveries, attempts, events, queue`.finally(() => sql.end());
}

async function removeSample(db: Database, url: string): Promise<[Result, string]> {
  const removed = await removeSampleData(commandLine(db), url);
  return [{ removed }, removed ? "Sample data deleted." : "There was no sample data."];
}
