import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CannotStart } from "./cannot-start";
import { inspectProcess } from "./inspect-process";

type Occupant = { pid: number; started: string; url: string };

/** Others may pass through, not look around: the embedded Postgres may run under an account of its own. */
export async function openDataFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o711 }).catch((error) => refuse(dir, error));
}

/**
 * Makes the folder this process's own until it is released.
 * `inherited` says that whoever had it before was killed, and may have left processes that still wind down.
 */
export async function occupy(dir: string, url: string) {
  await openDataFolder(dir);
  const file = path.join(dir, "postback.pid");
  const before = await readOccupant(file);
  if (before && isRunning(before)) {
    throw new CannotStart(
      `Postback is already running at ${before.url} (process ${before.pid}). Stop that one first, or set POSTBACK_DIR and PORT for a second.`,
    );
  }
  await rm(file, { force: true }).catch((error) => refuse(dir, error));
  const started = inspectProcess(process.pid)?.started ?? "";
  const occupant: Occupant = { pid: process.pid, started, url };
  // Fails when another start was faster.
  await writeFile(file, JSON.stringify(occupant), { flag: "wx" }).catch((error) =>
    refuse(dir, error),
  );
  return { inherited: before !== null, release: () => rm(file, { force: true }) };
}

async function readOccupant(file: string): Promise<Occupant | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Occupant;
  } catch {
    return null;
  }
}

function isRunning({ pid, started }: Occupant): boolean {
  return inspectProcess(pid)?.started === started;
}

function refuse(dir: string, { code, message }: NodeJS.ErrnoException): never {
  throw new CannotStart(
    `Postback cannot write to its folder ${dir} (${code ?? message}). Set POSTBACK_DIR to a folder it may write to.`,
  );
}
