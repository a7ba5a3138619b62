import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { inspectProcess } from "./inspect-process";

/** Holder of a resource; `started` distinguishes it from a later process with the same id. */
export type Holder = { pid: number; started: string };

export function ourselves(): Holder {
  return { pid: process.pid, started: inspectProcess(process.pid)?.started ?? "" };
}

/** Returns null if there is no holder, or the file is not written yet. */
export async function readHolder<H extends Holder>(file: string): Promise<H | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as H;
  } catch {
    return null;
  }
}

export function isRunning({ pid, started }: Holder): boolean {
  return inspectProcess(pid)?.started === started;
}

/** Looks in a row, 200 ms apart, after which a file that stays unreadable was truncated by a crash of the machine. */
const unreadableLimit = 10;

/** Serialises processes: waits while another live process holds the file. */
export async function inTurn(file: string, work: () => Promise<void>): Promise<void> {
  let unreadable = 0;
  while (!(await take(file))) {
    const holder = await readHolder(file);
    unreadable = holder ? 0 : unreadable + 1;
    const isLeft = holder ? !isRunning(holder) : unreadable > unreadableLimit;
    if (isLeft) await removeLeft(file, holder);
    else await delay(200);
  }
  await work().finally(() => rm(file, { force: true }));
}

/**
 * Removes a file that an ended process left behind, unless another process has taken its place. One process at a time does
 * this: of several that find the file, a slow one would otherwise remove that of a fast one.
 *
 * @param left what the file contained; null if it could not be read
 */
export async function removeLeft(file: string, left: Holder | null): Promise<void> {
  const claim = `${file}.removal`;
  if (!(await take(claim))) {
    // The other process may have been killed meanwhile.
    const other = await readHolder(claim);
    if (other && !isRunning(other)) await rm(claim, { force: true });
    return;
  }
  try {
    const found = await readHolder(file);
    const isSame = found?.pid === left?.pid && found?.started === left?.started;
    if (isSame) await rm(file, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(ourselves()), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
