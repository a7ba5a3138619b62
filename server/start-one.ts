import { pathToFileURL } from "node:url";
import { assertFree } from "./address";
import { CannotStart } from "./cannot-start";
import { ensureBuild } from "./ensure-build";
import { enter } from "./entry";
import { requireDatabase } from "./external-database";
import { checkMasterKey, requireMasterKey } from "./master-key";
import { bundles, production } from "./programs";
import { readSettings } from "./settings";

/** `npm run start:web` and `start:worker`: one of the two, in this very process. */
await enter(async () => {
  const name = process.argv[2];
  if (name !== "web" && name !== "worker") throw new CannotStart("Say which: web or worker.");
  const settings = readSettings();
  const { env } = settings;
  const url = await requireDatabase(env);
  await checkMasterKey(url, await requireMasterKey(settings));
  if (name === "web") await assertFree(env.HOST, env.PORT, 0);
  await ensureBuild();
  Object.assign(process.env, production, { POSTBACK_PROCESS: name });
  await import(pathToFileURL(bundles[name]).href);
});
