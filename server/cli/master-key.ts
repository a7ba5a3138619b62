import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { masterKeysIn } from "@/lib/vault/master-keys";
import { folderOf } from "@/server/embedded-postgres/folder";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { openDataFolder, refuseFolder } from "@/server/supervisor/data-folder";
import type { Settings } from "./settings";

/**
 * Returns the encryption keys: `MASTER_KEY`, or without `DATABASE_URL` the file that the first start created.
 * @throws CannotStart if the key cannot be read, or the file is missing beside a database: a new key could not decrypt its secrets
 */
export async function requireMasterKey(settings: Settings): Promise<string> {
  return (await readMasterKey(settings)) ?? createKey(fileOf(settings));
}

/**
 * Same, but creates nothing: null if an installation with an embedded Postgres has no key.
 * @throws CannotStart if the key is missing that all processes need, or the file cannot be read
 */
export async function readMasterKey(settings: Settings): Promise<string | null> {
  const { env, embedded } = settings;
  if (env.MASTER_KEY) return env.MASTER_KEY;
  if (embedded) return keyIn(fileOf(settings));
  throw new CannotStart(
    "Set MASTER_KEY, which encrypts the signing secrets in the database. An existing installation needs the key that it had. For a new one create a key with `openssl rand -base64 32`, set it for every process and keep a copy: without it nothing can be signed any more.",
  );
}

/** Returns the file with the key of an installation with an embedded Postgres. */
export function fileOf({ env }: Settings): string {
  return path.resolve(env.POSTBACK_DIR, "master-key");
}

async function keyIn(file: string): Promise<string | null> {
  const kept = await readFile(file, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    if (code === "ENOENT") return "";
    // Creating a key now would replace the only copy of one that another user may read.
    throw new CannotStart(
      `The master key ${file} cannot be read (${code}). Check its permissions: the user of this process must be able to read it.`,
    );
  });
  if (masterKeysIn(kept)) return kept.trim();
  if (kept.trim() === "") return null;
  throw new CannotStart(`${file} does not contain a master key. Restore the file.`);
}

async function createKey(file: string): Promise<string> {
  const key = randomBytes(32).toString("base64");
  const dir = path.dirname(file);
  if (existsSync(folderOf(dir).data)) {
    throw new CannotStart(
      `${file} is missing. It is the master key, which encrypts the secrets in the database beside it. Restore the file from your copy, or set MASTER_KEY to the key. docs/operations.md says what to do if it is lost.`,
    );
  }
  await openDataFolder(dir);
  try {
    // Written atomically, and flushed before anything is encrypted with it.
    await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } catch (error) {
    await rm(`${file}.new`, { force: true }).catch(() => {});
    refuseFolder(dir, error as NodeJS.ErrnoException);
  }
  return key;
}
