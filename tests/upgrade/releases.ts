import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "@/server/supervisor/bundle-options";
import { root } from "@/server/supervisor/root";

export type Release = Awaited<ReturnType<typeof bundle>>;

/** Bundles web and worker of this clone. */
export const bundleThisRelease = () => bundle(root);

/** Clones the last release that `RELEASES` names, and bundles its web and worker. `remove` deletes the clone. */
export async function bundlePreviousRelease() {
  const [version = "", commit = ""] = readReleases().at(-1) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), `postback-${version}-`));
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, stdio: "pipe" });
  git("clone", "--quiet", "--shared", "--no-checkout", root, ".");
  git("checkout", "--quiet", commit);
  installPackages(folder);
  return { ...(await bundle(folder)), remove: () => rmSync(folder, { recursive: true }) };
}

function readReleases(): string[][] {
  const lines = readFileSync(path.join(root, "RELEASES"), "utf8").split("\n");
  return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(" "));
}

/** Shares the packages of this clone if they are the same, which needs no registry. */
function installPackages(folder: string): void {
  const list = (clone: string) =>
    execFileSync("sh", ["-c", "cat package-lock.json patches/*"], { cwd: clone });
  if (list(folder).equals(list(root)))
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  else execFileSync("npm", ["ci"], { cwd: folder, stdio: "pipe" });
}

/** Bundles as the build does. The pages are left out: they are not part of this test, and take a minute. */
async function bundle(folder: string) {
  const outdir = path.join(folder, "dist", "upgrade");
  await build({
    ...bundleOptions,
    absWorkingDir: folder,
    entryPoints: { web: "server/http/web-main.ts", worker: "worker/main.ts" },
    outdir,
  });
  return { folder, web: path.join(outdir, "web.js"), worker: path.join(outdir, "worker.js") };
}
