import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { commitFile, commitOfSources } from "./build-commit";
import { bundleOptions } from "./bundle-options";
import { CannotStart } from "./cannot-start";
import { addCompileHints } from "./compile-hints";
import { compressAssets } from "./compress-assets";
import { fingerprintSources, isBuilt, stampFile } from "./fingerprint.mjs";
import { inTurn } from "./pid-file";
import { root } from "./root";

const dist = path.join(root, "dist");
const stamp = path.join(root, stampFile);

/** Written into the package, which has no sources to build. */
const release = path.join(root, "release.json");

/** Builds unless a build of these sources exists. */
export async function ensureBuild(): Promise<void> {
  if (existsSync(release)) return;
  const fingerprint = await fingerprintSources(root);
  if (await isBuilt(root, fingerprint)) return;
  await mkdir(dist, { recursive: true }).catch(refuse);
  await inTurn(path.join(dist, "build.pid"), async () => {
    if (!(await isBuilt(root, fingerprint))) await build(fingerprint);
  });
}

async function build(fingerprint: string): Promise<void> {
  const startedAt = Date.now();
  console.log("Building Postback. This is done once per version and takes up to a minute …");
  await rm(stamp, { force: true });
  await rm(path.join(dist, "pages"), { recursive: true, force: true });
  await Promise.all([buildPages(), bundle()]);
  await writeFile(path.join(root, commitFile), commitOfSources());
  await writeFile(stamp, fingerprint);
  console.log(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function refuse({ code }: NodeJS.ErrnoException): never {
  throw new CannotStart(
    `Postback must be built once, but cannot write to ${root} (${code}). Run \`npm run build\` as a user with write access.`,
  );
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
  if (code !== 0)
    throw new CannotStart(`${output}${complaints}\nThe build failed. Its output is above.`);
  await addCompileHints(path.join(root, ".next"));
  await compressAssets(path.join(root, ".next/static"));
}

/** Begins the names of the files that the code of the commands is divided into. */
const part = "postback-";

/** Removes the parts of an earlier build. Their names contain a hash, so a new build does not replace them. */
async function removeParts(): Promise<void> {
  const old = (await readdir(dist)).filter((name) => name.startsWith(part));
  await Promise.all(old.map((name) => rm(path.join(dist, name))));
}

/** The long-running processes start from plain JavaScript: sooner, and smaller in memory. */
async function bundle(): Promise<void> {
  const esbuild = await import("esbuild");
  const options = {
    ...bundleOptions,
    absWorkingDir: root,
    outdir: "dist",
    sourcemap: true,
    sourcesContent: false,
  };
  await removeParts();
  await esbuild.build({
    ...options,
    entryPoints: { postback: "server/cli/postback.ts" },
    // In parts, of which a command loads its own.
    splitting: true,
    chunkNames: `${part}[hash]`,
  });
  await esbuild.build({
    ...options,
    entryPoints: {
      prepare: "server/cli/prepare-main.ts",
      whole: "server/http/whole-main.ts",
      web: "server/http/web-main.ts",
      worker: "worker/main.ts",
      "prepare-pages": "server/http/prepare-pages-main.ts",
    },
  });
  await esbuild.stop();
  await thinSourceMaps();
}

async function thinSourceMaps(): Promise<void> {
  // Loaded for a build only: the package has no tools to build.
  const { thinSourceMap } = await import("./thin-source-map");
  for (const name of await readdir(dist)) {
    const file = path.join(dist, name);
    if (name.endsWith(".map")) await writeFile(file, thinSourceMap(await readFile(file, "utf8")));
  }
}
