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

/** Serialises processes: waits while another live process holds the file. */
export async function inTurn(file: string, work: () => Promise<void>): Promise<void> {
  while (!(await take(file))) {
    const holder = await readHolder(file);
    if (holder && !isRunning(holder)) await rm(file, { force: true });
    else await delay(200);
  }
  await work().finally(() => rm(file, { force: true }));
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
