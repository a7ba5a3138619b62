import { pathToFileURL } from "node:url";
import { checkSchema } from "@/db/migrate";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { assertFree, assertMetricsApart } from "@/server/supervisor/ports";
import { bundles, production } from "@/server/supervisor/programs";
import { checkMasterKey } from "./admit-master-key";
import { awaitDatabase, requireDatabase } from "./external-database";
import { requireMasterKey } from "./master-key";
import { warnAboutSettings } from "./setting-warnings";
import { readSettings } from "./settings";

/** Runs one of the two programs in this process. */
export async function startOne(name: "web" | "worker"): Promise<void> {
  const settings = readSettings();
  const { env } = settings;
  warnAboutSettings(env, name);
  if (name === "web") assertMetricsApart(env.PORT, env.METRICS_PORT);
  const url = await (name === "worker" ? awaitDatabase(env) : requireDatabase(env));
  await checkSchema(url);
  await checkMasterKey(url, await requireMasterKey(settings));
  if (name === "web") await assertFree(env.HOST, env.PORT, 0);
  await ensureBuild();
  Object.assign(process.env, production(), { POSTBACK_PROCESS: name });
  await import(pathToFileURL(bundles[name]).href);
}
