import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rename, rm } from "node:fs/promises";
import { CannotStart, useDatabaseUrl } from "@/server/supervisor/cannot-start";
import { refuseFolder } from "@/server/supervisor/data-folder";
import { type Account, accountsToTry } from "./account";
import type { Binaries } from "./binaries";
import { createPassword, type Folder, giveTo } from "./folder";
import { invocation } from "./invocation";

type Creation = { sync: boolean; signal?: AbortSignal | undefined };
type Outcome = { isDone: boolean; complaint: string };

/**
 * Creates the data folder atomically.
 * @throws the reason of the signal once that is aborted
 */
export async function initialize(
  binaries: Binaries,
  folder: Folder,
  creation: Creation,
): Promise<void> {
  await createPassword(folder).catch((error) => refuseFolder(folder.root, error));
  let complaint = "";
  for (const account of accountsToTry()) {
    const outcome = await initializeAs(account, binaries, folder, creation);
    creation.signal?.throwIfAborted();
    if (outcome.isDone) return rename(folder.unfinished, folder.data);
    complaint = outcome.complaint;
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
  { sync, signal }: Creation,
): Promise<Outcome> {
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
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    ...options,
    // Own process group: Ctrl-C in the terminal is for this process, which then ends the group.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = () => endGroup(child);
  signal?.addEventListener("abort", end);
  process.once("exit", end);
  const outcome = await outcomeOf(child);
  process.off("exit", end);
  signal?.removeEventListener("abort", end);
  return outcome;
}

/** Resolves when the process has exited, or could not be started. */
function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    complaint += chunk;
  });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve({ isDone: false, complaint: message }));
    child.once("close", (code) => resolve({ isDone: code === 0, complaint: complaint.trim() }));
  });
}

/** Ends initdb and the servers that it runs. The next start removes what they have written. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === "win32") child.kill();
  else process.kill(-child.pid, "SIGKILL");
}
