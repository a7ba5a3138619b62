import type { ChildProcess } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { inspectProcess } from "@/server/supervisor/inspect-process";

/** `child` if this process started it. */
export type RunningServer = { pid: number; port: number; child?: ChildProcess };

const timeoutMs = 60_000;

/** Returns the server that a killed parent left behind, once it is ready. Null if there is none. */
export async function findRunning(dataFolder: string): Promise<RunningServer | null> {
  const giveUp = Date.now() + timeoutMs;
  while (Date.now() < giveUp) {
    const lock = await readLock(dataFolder);
    if (!lock || !isPostgres(lock.pid)) return null;
    if (lock.status === "ready") return lock;
    await delay(50);
  }
  throw new CannotStart(
    `The Postgres in ${dataFolder} is neither ready nor stopped. Stop it and try again.`,
  );
}

/** Postgres does not start while the process id in its lock file exists, even as a zombie or another program. */
export async function removeStaleLock(dataFolder: string): Promise<void> {
  const lock = await readLock(dataFolder);
  if (lock && !isPostgres(lock.pid)) await rm(lockFile(dataFolder), { force: true });
}

/** Lines of `postmaster.pid`: 1 process, 4 port, 8 status. */
export async function readLock(dataFolder: string) {
  const text = await readFile(lockFile(dataFolder), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7] ?? "" } : null;
}

function isPostgres(pid: number): boolean {
  const found = inspectProcess(pid);
  return found !== null && /^(postgres.*)?$/.test(found.command);
}

function lockFile(dataFolder: string) {
  return path.join(dataFolder, "postmaster.pid");
}
