import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStart } from "./cannot-start";
import { type Holder, isRunning, ourselves, readHolder, removeLeft, take } from "./pid-file";

type Occupant = Holder & { url: string };
/** `inherited`: the previous holder was killed, and its processes may still be exiting. */
type Occupancy = { inherited: boolean; release(): Promise<void> };

/** Others may traverse the folder but not list it: the embedded Postgres may run as another user. */
export async function openDataFolder(dir: string): Promise<void> {
  await makeFolders(path.resolve(dir)).catch((error) => refuseFolder(dir, error));
}

/** Creates a folder and those above it. `mkdir` with `recursive` never ends where the system has no such file, as in /proc. */
async function makeFolders(dir: string): Promise<void> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || dir === path.dirname(dir)) throw error;
  });
  if (found?.isDirectory()) return;
  await makeFolders(path.dirname(dir));
  await mkdir(dir, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    // Another start was faster, unless it is a file.
    if (found || error.code !== "EEXIST") throw error;
  });
}

const pidFileOf = (dir: string) => path.join(dir, "postback.pid");

/** Returns whether a running product has reserved the folder. */
export async function isOccupied(dir: string): Promise<boolean> {
  const holder = await readHolder(pidFileOf(dir));
  return holder !== null && isRunning(holder);
}

/** Reserves the folder for this process until released. */
export async function occupy(dir: string, url: string, attemptsLeft = 20): Promise<Occupancy> {
  await openDataFolder(dir);
  const file = pidFileOf(dir);
  const before = await readHolder<Occupant>(file);
  if (before && isRunning(before)) {
    throw new CannotStart(
      `Postback is already running at ${before.url} (process ${before.pid}). Stop it first, or set POSTBACK_DIR and PORT to run a second one.`,
    );
  }
  // A file that stays unreadable was truncated by a crash of the machine.
  if (before || attemptsLeft === 0) {
    await removeLeft(file, before).catch((error) => refuseFolder(dir, error));
  }
  const occupant: Occupant = { ...ourselves(), url };
  if (!(await take(file, occupant).catch((error) => refuseFolder(dir, error)))) {
    if (attemptsLeft === 0) refuseFolder(dir, { code: "EEXIST" });
    // Another start was faster.
    await delay(50);
    return occupy(dir, url, attemptsLeft - 1);
  }
  return { inherited: before !== null, release: () => rm(file, { force: true }) };
}

type Failure = Partial<Pick<NodeJS.ErrnoException, "code" | "message">>;

/** @throws CannotStart with the reason that the system gave for refusing a write in the folder */
export function refuseFolder(dir: string, { code, message }: Failure): never {
  if (code === "ENOSPC")
    throw new CannotStart(
      `The disk of Postback's folder ${dir} is full. Free space on it, and start again.`,
    );
  throw new CannotStart(
    `Postback cannot write to its folder ${dir} (${code ?? message}). Set POSTBACK_DIR to a writable folder.`,
  );
}
