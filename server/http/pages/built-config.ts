import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "@/server/supervisor/root";

const require = createRequire(import.meta.url);

/**
 * Has Next use the configuration that the build of the pages wrote, as its standalone server does. By default it compiles
 * `next.config.ts` again in each process, loads its compiler for that (25 MB of memory), and prints how long it took.
 */
export async function adoptBuiltConfig(): Promise<void> {
  const file = path.join(root, ".next/required-server-files.json");
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  // Next keeps the configuration that it has loaded, and is silent about it here only.
  const { PHASE_PRODUCTION_SERVER } = require("next/constants");
  const { default: loadConfig } = require("next/dist/server/config");
  await loadConfig(PHASE_PRODUCTION_SERVER, root);
}
