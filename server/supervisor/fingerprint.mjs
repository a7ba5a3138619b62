import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

// Plain JavaScript, because `npm start` reads it before it decides whether it has to load TypeScript.

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

/** File with the fingerprint of the sources of the build. */
export const stampFile = "dist/fingerprint";

/**
 * Returns whether the build in `root` is complete and was made from sources with this fingerprint.
 * @param {string} root
 * @param {string} fingerprint
 */
export async function isBuilt(root, fingerprint) {
  const stamped = await readFile(path.join(root, stampFile), "utf8").catch(() => "");
  return stamped === fingerprint && existsSync(path.join(root, ".next/BUILD_ID"));
}

/**
 * Returns a hash of everything a build is made from. Hashes contents, because a checkout changes file times.
 * @param {string} root
 */
export async function fingerprintSources(root) {
  const hash = createHash("sha256");
  const files = (await Promise.all(sources.map((source) => filesIn(root, source)))).flat().sort();
  // One at a time: all at once would exceed the limit of open files of a container, which may be 1,024.
  for (const file of files) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} source
 */
async function filesIn(root, source) {
  if (path.extname(source)) return [source];
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}
