import { link, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inspectProcess } from "./inspect-process";

/** Holder of a resource; `started` distinguishes it from a later process with the same id. */
export type Holder = { pid: number; started: string };

export function ourselves(): Holder {
  return { pid: process.pid, started: inspectProcess(process.pid)?.started ?? "" };
}

/** Returns null if there is no holder, or the file cannot be read or was not written by `take`. */
export async function readHolder<H extends Holder>(file: string): Promise<H | null> {
  try {
    const found: Partial<H> | null = JSON.parse(await readFile(file, "utf8"));
    return isHolder(found) ? found : null;
  } catch {
    return null;
  }
}

function isHolder<H extends Holder>(found: Partial<H> | null): found is H {
  return Number.isInteger(found?.pid) && typeof found?.started === "string";
}

export function isRunning({ pid, started }: Holder): boolean {
  return inspectProcess(pid)?.started === started;
}

/** Pause between two looks at a file that another process holds. */
const lookMs = 200;
/** Looks in a row after which a file that stays unreadable was truncated by a crash of the machine. */
const unreadableLimit = 10;
/** Looks after which `waits` is called: two seconds. */
const silentLimit = 10;

/** Serialises processes: runs the work while this process alone holds the file. */
export async function inTurn(file: string, work: () => Promise<void>): Promise<void> {
  const release = await takeTurn(file);
  await work().finally(release);
}

type Waiting = {
  signal?: AbortSignal | undefined;
  /** Called once when another process has held the file for two seconds. */
  waits?: (holder: Holder) => void;
};

/**
 * Waits while another live process holds the file, then takes it. Returns a function that gives it back.
 * @throws the reason of the signal once that is aborted
 */
export async function takeTurn(
  file: string,
  { signal, waits }: Waiting = {},
): Promise<() => Promise<void>> {
  let unreadable = 0;
  for (let looks = 0; !(await take(file, ourselves())); looks++) {
    signal?.throwIfAborted();
    const holder = await readHolder(file);
    unreadable = holder ? 0 : unreadable + 1;
    const isLeft = holder ? !isRunning(holder) : unreadable > unreadableLimit;
    if (holder && looks === silentLimit) waits?.(holder);
    if (isLeft) await removeLeft(file, holder);
    else await delay(lookMs);
  }
  return () => rm(file, { force: true });
}

/**
 * Removes a file that an ended process left behind, unless another process has taken its place. One process at a time does
 * this: of several that find the file, a slow one would otherwise remove that of a fast one.
 *
 * @param left what the file contained; null if it could not be read
 */
export async function removeLeft(file: string, left: Holder | null): Promise<void> {
  const claim = `${file}.removal`;
  if (!(await take(claim, ourselves()))) {
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

/** Drafts written by this process. */
let drafts = 0;

/**
 * Creates a file that names its holder. Returns false if the file exists. The text is written to a draft, which is then
 * linked to the name, so that no process reads a file that is not written yet.
 */
export async function take(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${process.pid}-${drafts++}`;
  const text = JSON.stringify(holder);
  // A killed process with the same id may have left it, linked to its file.
  await rm(draft, { force: true });
  try {
    await writeFile(draft, text, { flag: "wx" });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw error;
      // Some file systems have no hard links, and their errors differ.
      return writeFile(file, text, { flag: "wx" });
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await removeLeftDrafts(file);
  return true;
}

/** Removes the drafts of processes that were killed while they wrote them. */
async function removeLeftDrafts(file: string): Promise<void> {
  const folder = path.dirname(file);
  const prefix = `${path.basename(file)}.`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const [, pid] = /^(\d+)-\d+$/.exec(name.slice(prefix.length)) ?? [];
    if (pid && !inspectProcess(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}
