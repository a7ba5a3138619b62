import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprintSources, isBuilt } from "../supervisor/fingerprint.mjs";

/**
 * Runs `postback` from its bundle, which is built first if the sources have changed. A supervisor that runs from the sources
 * keeps the TypeScript loader in memory, 47 MB.
 */
const root = path.resolve(fileURLToPath(import.meta.url), "../../..");

if (!(await isBuilt(root, await fingerprintSources(root)))) await build();
await import("../../dist/postback.js");

/** Builds in a process of its own. A signal ends both. */
async function build() {
  const args = ["--import", "tsx", path.join(root, "server/cli/build.ts")];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    child.kill();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, stop);
  const [status] = await once(child, "exit");
  if (stopping.signal.aborted) process.exit(0);
  if (status !== 0) process.exit(status ?? 1);
  for (const signal of signals) process.off(signal, stop);
}
