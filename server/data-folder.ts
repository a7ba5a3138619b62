import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStart } from "./cannot-start";
import { type Holder, isRunning, ourselves, readHolder } from "./pid-file";

type Occupant = Holder & { url: string };
/** `inherited`: whoever had it before was killed, and may have left processes that still wind down. */
type Occupancy = { inherited: boolean; release(): Promise<void> };

/** Others may pass through, not look around: the embedded Postgres may run under an account of its own. */
export async function openDataFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o711 }).catch((error) => refuse(dir, error));
}

/** Makes the folder this process's own until it is released. */
export async function occupy(dir: string, url: string, patience = 20): Promise<Occupancy> {
  await openDataFolder(dir);
  const file = path.join(dir, "postback.pid");
  const before = await readHolder<Occupant>(file);
  if (before && isRunning(before)) {
    throw new CannotStart(
      `Postback is already running at ${before.url} (process ${before.pid}). Stop that one first, or set POSTBACK_DIR and PORT for a second.`,
    );
  }
  // A file that stays unreadable was cut off by a crash of the machine.
  if (before || patience === 0) {
    await rm(file, { force: true }).catch((error) => refuse(dir, error));
  }
  const occupant: Occupant = { ...ourselves(), url };
  try {
    await writeFile(file, JSON.stringify(occupant), { flag: "wx" });
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code !== "EEXIST" || patience === 0) refuse(dir, failure);
    // Another start was faster, and is named as soon as it has written its file.
    await delay(50);
    return occupy(dir, url, patience - 1);
  }
  return { inherited: before !== null, release: () => rm(file, { force: true }) };
}

function refuse(dir: string, { code, message }: NodeJS.ErrnoException): never {
  throw new CannotStart(
    `Postback cannot write to its folder ${dir} (${code ?? message}). Set POSTBACK_DIR to a folder it may write to.`,
  );
}
