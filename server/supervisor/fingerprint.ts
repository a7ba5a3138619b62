import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./root";

const sources = [
  ...["app", "components", "db", "lib", "server", "worker"],
  ...["next.config.ts", "proxy.ts", "postcss.config.mjs", "tsconfig.json", "package-lock.json"],
];

/** Returns a hash of everything a build is made from. Hashes contents, because a checkout changes file times. */
export async function fingerprintSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Promise.all(sources.map(filesIn))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  for (const [i, file] of files.entries()) {
    hash.update(`${file}\0${contents[i]?.length}\0`).update(contents[i] ?? "");
  }
  return hash.digest("hex");
}

async function filesIn(source: string): Promise<string[]> {
  if (path.extname(source)) return [source];
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}
