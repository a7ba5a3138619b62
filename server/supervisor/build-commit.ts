import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root";

/** Written with each build, and copied into the package. */
export const commitFile = "dist/commit";

/** Returns the commit that the build was made of; empty if it was made outside of a clone. */
export function commitOfBuild(): string {
  const file = path.join(root, commitFile);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

/**
 * Returns the commit of the sources, with `-dirty` if they were changed since. Outside of a clone it is POSTBACK_COMMIT, as in
 * the build of the image, or empty.
 */
export function commitOfSources(): string {
  if (process.env.POSTBACK_COMMIT) return process.env.POSTBACK_COMMIT;
  const words = ["describe", "--always", "--dirty", "--exclude=*", "--abbrev=40"];
  try {
    return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}
