import { pathToFileURL } from "node:url";
import { checkSchema } from "@/db/migrate";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { assertFree } from "@/server/supervisor/ports";
import { bundles, production } from "@/server/supervisor/programs";
import { runCommand } from "./entry";
import { awaitDatabase, requireDatabase } from "./external-database";
import { checkMasterKey, requireMasterKey } from "./master-key";
import { readSettings } from "./settings";

/** `npm run start:web` and `start:worker`: runs one of the two in this process. */
await runCommand(async () => {
  const name = process.argv[2];
  if (name !== "web" && name !== "worker")
    throw new CannotStart("Name the process to start: web or worker.");
  const settings = readSettings();
  const { env } = settings;
  const url = await (name === "worker" ? awaitDatabase(env) : requireDatabase(env));
  await checkSchema(url);
  await checkMasterKey(url, await requireMasterKey(settings));
  if (name === "web") await assertFree(env.HOST, env.PORT, 0);
  await ensureBuild();
  Object.assign(process.env, production, { POSTBACK_PROCESS: name });
  await import(pathToFileURL(bundles[name]).href);
});
