import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprintSources, isBuilt } from "../supervisor/fingerprint.mjs";

/**
 * Runs `postback` from its bundle, which is built first if the sources have changed. A supervisor that runs from the sources
 * keeps the TypeScript loader in memory, 47 MB.
 */
const root = path.resolve(fileURLToPath(import.meta.url), "../../..");

if (!(await isBuilt(root, await fingerprintSources(root)))) {
  const build = ["--import", "tsx", path.join(root, "server/cli/build.ts")];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
await import("../../dist/postback.js");
