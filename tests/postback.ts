import { spawnSync } from "node:child_process";

/** Starts a command of the built product: running its sources takes twice the CPU. */
export const postback = [process.execPath, "dist/postback.js"] as const;

/** Runs a command to its end, with these settings beside those of the tests. */
export function runPostback(words: string[], settings: Record<string, string> = {}) {
  const [program, ...first] = postback;
  const env = { ...process.env, ...settings };
  return spawnSync(program, [...first, ...words], { env, encoding: "utf8" });
}
