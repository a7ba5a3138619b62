import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdir, rename, rm } from "node:fs/promises";
import { CannotStart, useDatabaseUrl } from "@/server/supervisor/cannot-start";
import { refuseFolder } from "@/server/supervisor/data-folder";
import { type Account, accountsToTry } from "./account";
import type { Binaries } from "./binaries";
import { createPassword, type Folder, giveTo } from "./folder";
import { invocation } from "./invocation";

type Durability = { sync: boolean };

/** Creates the data folder atomically. */
export async function initialize(
  binaries: Binaries,
  folder: Folder,
  durability: Durability,
): Promise<void> {
  await createPassword(folder).catch((error) => refuseFolder(folder.root, error));
  let complaint = "";
  for (const account of accountsToTry()) {
    const run = await initializeAs(account, binaries, folder, durability);
    if (run.status === 0) return rename(folder.unfinished, folder.data);
    complaint = run.error?.message ?? run.stderr.trim();
  }
  const lines = complaint.split("\n");
  const reason = lines.find((line) => /error:|FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "";
  const advice = /No space left|Check free disk space/.test(complaint)
    ? "The disk is full. Free space or set POSTBACK_DIR to a folder on another disk."
    : useDatabaseUrl;
  throw new CannotStart(
    `The embedded Postgres could not create its folder ${folder.data} (${reason}). ${advice}`,
  );
}

async function initializeAs(
  account: Account,
  binaries: Binaries,
  folder: Folder,
  { sync }: Durability,
): Promise<SpawnSyncReturns<string>> {
  await rm(folder.unfinished, { recursive: true, force: true });
  await mkdir(folder.unfinished, { mode: 0o700 });
  await giveTo(account, folder.unfinished);
  await giveTo(account, folder.password);
  const { command, args, options } = invocation(account, binaries.initdb, [
    `--pgdata=${folder.unfinished}`,
    "--username=postback",
    `--pwfile=${folder.password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(sync ? [] : ["--no-sync"]),
  ]);
  return spawnSync(command, args, { ...options, encoding: "utf8" });
}
