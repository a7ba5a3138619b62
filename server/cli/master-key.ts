import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { masterKeysIn } from "@/lib/vault/master-keys";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { openDataFolder } from "@/server/supervisor/data-folder";
import type { Settings } from "./settings";

/** Returns the encryption keys: `MASTER_KEY`, or without `DATABASE_URL` the file that the first start created. */
export async function requireMasterKey({ env, embedded }: Settings): Promise<string> {
  if (env.MASTER_KEY) return env.MASTER_KEY;
  if (embedded) return keyIn(path.resolve(env.POSTBACK_DIR, "master-key"));
  throw new CannotStart(
    "Set MASTER_KEY, which encrypts the signing secrets in the database. An existing installation needs the key that it had. For a new one create a key with `openssl rand -base64 32`, set it for every process and keep a copy: without it nothing can be signed any more.",
  );
}

async function keyIn(file: string): Promise<string> {
  const kept = (await readFile(file, "utf8").catch(() => "")).trim();
  if (masterKeysIn(kept)) return kept;
  if (kept !== "") {
    throw new CannotStart(`${file} does not contain a master key. Restore the file.`);
  }
  const key = randomBytes(32).toString("base64");
  await openDataFolder(path.dirname(file));
  // Written atomically, and flushed before anything is encrypted with it.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return key;
}
