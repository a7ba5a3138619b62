import { runCommand } from "./entry";
import { requireDatabase } from "./external-database";
import { requireMasterKey } from "./master-key";
import { prepareDatabase } from "./prepare-database";
import { readSettings } from "./settings";

/** `npm run migrate`: prepares the database for web and worker processes that are started separately. */
await runCommand(async () => {
  const settings = readSettings();
  const { env } = settings;
  const url = await requireDatabase(env);
  const MASTER_KEY = await requireMasterKey(settings);
  const { setupToken } = await prepareDatabase(url, { ...env, MASTER_KEY }, {});
  console.log("The database is up to date.");
  if (setupToken) {
    const open = env.PUBLIC_URL?.replace(/\/$/, "") ?? "";
    console.log(`The first administrator signs up at ${open}/setup?token=${setupToken}`);
  }
});
