import { requireDatabase } from "./external-database";
import { requireMasterKey } from "./master-key";
import { prepareDatabase } from "./prepare-database";
import { type Printing, printResult } from "./print";
import { readSettings } from "./settings";

/** Prepares the database for web and worker processes that are started separately. */
export async function migrateDatabase(printing: Printing): Promise<void> {
  const settings = readSettings();
  const { env } = settings;
  const url = await requireDatabase(env);
  const MASTER_KEY = await requireMasterKey(settings);
  const { setupToken } = await prepareDatabase(url, { ...env, MASTER_KEY }, {});
  const setup = `${env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : ""}/setup#${setupToken}`;
  const lines = [
    "The database is up to date.",
    ...(setupToken ? [`The first administrator signs up at ${setup}`] : []),
  ];
  printResult({ upToDate: true, ...(setupToken && { setup }) }, lines.join("\n"), printing);
}
