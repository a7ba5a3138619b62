import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { CannotStart } from "./cannot-start";
import { fingerprintSources } from "./fingerprint";
import { root } from "./root";

const stamp = path.join(root, "dist/fingerprint");
const nextBuild = path.join(root, ".next/BUILD_ID");

/** Builds unless there is a build of these very sources. */
export async function ensureBuild(): Promise<void> {
  const fingerprint = await fingerprintSources();
  if (existsSync(nextBuild) && (await readStamp()) === fingerprint) return;

  const startedAt = Date.now();
  console.log("Building Postback; this happens once for each version, and takes up to a minute …");
  await rm(stamp, { force: true });
  await Promise.all([buildPages(), bundle()]);
  await writeFile(stamp, fingerprint);
  console.log(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

async function readStamp(): Promise<string> {
  return readFile(stamp, "utf8").catch(() => "");
}

async function buildPages(): Promise<void> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  const [output, complaints, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("exit", resolve)),
  ]);
  process.off("exit", stop);
  if (code !== 0) throw new CannotStart(`${output}${complaints}\nThe build failed; see above.`);
}

/** The long-running processes start from plain JavaScript: sooner, and smaller in memory. */
async function bundle(): Promise<void> {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: { web: "server/web.ts", worker: "worker/main.ts" },
    outdir: "dist",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
  });
  await stop();
}
