import { randomBytes } from "node:crypto";
import { chown, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { choosePort, isFree } from "@/server/supervisor/ports";
import type { Account } from "./account";

/** Files of the embedded Postgres. */
export function folderOf(dir: string) {
  const within = (name: string) => path.resolve(dir, name);
  return {
    root: path.resolve(dir),
    /** Complete if present: it is created under another name and renamed. */
    data: within("postgres"),
    unfinished: within("postgres.new"),
    log: within("postgres.log"),
    password: within("postgres-password"),
    port: within("postgres-port"),
  };
}
export type Folder = ReturnType<typeof folderOf>;

export async function createPassword(folder: Folder): Promise<void> {
  const kept = await readFile(folder.password, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  // A first start that was killed, or had no space, may have left an empty file.
  if (kept !== "") return;
  const unfinished = `${folder.password}.new`;
  await writeFile(unfinished, randomBytes(24).toString("base64url"), { mode: 0o600 });
  await rename(unfinished, folder.password);
}

/** Returns the URL of the product's database on the embedded Postgres at `port`. */
export async function databaseAddress(folder: Folder, port: number): Promise<string> {
  return `postgres://postback:${await readPassword(folder)}@127.0.0.1:${port}/postback`;
}

/** @throws CannotStart if the file cannot be read, as by another user than that of the product */
export async function readPassword({ password }: Folder): Promise<string> {
  return readFile(password, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    const advice =
      code === "ENOENT"
        ? "Put the file back: the embedded Postgres accepts no other password."
        : "Run the command as the user that runs the product.";
    throw new CannotStart(`The database password ${password} cannot be read (${code}). ${advice}`);
  });
}

/** Files of an account without its own user belong to the current user. */
export async function giveTo({ owner }: Account, file: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(file, owner?.uid ?? 0, owner?.gid ?? 0);
}

/** Port that stays the same at every start, so that clients can keep the address. */
export async function rememberedPort(folder: Folder): Promise<number> {
  const remembered = Number(await readFile(folder.port, "utf8").catch(() => ""));
  if (remembered > 0 && (await isFree(remembered))) return remembered;
  const port = await choosePort();
  await writeFile(folder.port, String(port));
  return port;
}
