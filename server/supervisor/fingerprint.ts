import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { root } from "./root";

const sources = [
  ...["app", "components", "db", "lib", "server", "worker"],
  ...[
    "next.config.ts",
    "proxy.ts",
    "instrumentation-client.ts",
    "postcss.config.mjs",
    "tsconfig.json",
    "package-lock.json",
  ],
];

/** Returns a hash of everything a build is made from. Hashes contents, because a checkout changes file times. */
export async function fingerprintSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Promise.all(sources.map(filesIn))).flat().sort();
  // One at a time: all at once would exceed the limit of open files of a container, which may be 1,024.
  for (const file of files) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
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
