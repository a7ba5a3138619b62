import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { choosePort, isFree } from "@/server/ports";
import type { Account } from "./account";

/** What the embedded Postgres keeps, and where. */
export function folderOf(dir: string) {
  const within = (name: string) => path.resolve(dir, name);
  return {
    root: path.resolve(dir),
    /** Complete once it is there: it is made under another name. */
    data: within("postgres"),
    unfinished: within("postgres.new"),
    log: within("postgres.log"),
    password: within("postgres-password"),
    port: within("postgres-port"),
  };
}
export type Folder = ReturnType<typeof folderOf>;

export async function createPassword(folder: Folder): Promise<void> {
  if (existsSync(folder.password)) return;
  await writeFile(folder.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
}

/** Files of an account without an owner of its own are ours. */
export async function giveTo({ owner }: Account, file: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(file, owner?.uid ?? 0, owner?.gid ?? 0);
}

/** The same at every start, so that whoever noted the address can keep it. */
export async function rememberedPort(folder: Folder): Promise<number> {
  const remembered = Number(await readFile(folder.port, "utf8").catch(() => ""));
  if (remembered > 0 && (await isFree(remembered, "127.0.0.1"))) return remembered;
  const port = await choosePort();
  await writeFile(folder.port, String(port));
  return port;
}
