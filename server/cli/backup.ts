import path from "node:path";
import { CannotWrite, cancelled } from "@/lib/backup/errors";
import { outputError, writeBackupFile } from "@/lib/backup/file";
import type { Manifest } from "@/lib/backup/format";
import { intervalForm, intervalMs } from "@/lib/backup/interval";
import { recordBackup } from "@/lib/backup/record";
import { runSchedule, type Schedule } from "@/lib/backup/schedule";
import { summaryOf } from "@/lib/backup/summary";
import { writeBackup } from "@/lib/backup/write";
import { onShutdown } from "@/lib/lifecycle";
import { reasonOf } from "./error-text";
import { type Printing, printLine } from "./print";
import { readSettings, type Settings } from "./settings";
import { openProductDatabase } from "./with-database";
import { WrongUsage } from "./wrong-usage";

type Options = Printing & { to: string; every?: string; keep?: string };

/** Writes a backup once, or with `every` until the process is stopped. */
export async function backUp({ to, every, keep, json = false }: Options): Promise<void> {
  const settings = readSettings();
  if (every !== undefined && to === "-")
    throw new WrongUsage("--every: repeated backups go to a folder. Name it with --to.");
  if (every !== undefined) return repeat(settings, scheduleOf(to, every, parseCount(keep ?? "14")));
  if (keep !== undefined)
    throw new WrongUsage("--keep: one backup removes no others. Add --every.");
  if (to === "-" && process.stdout.isTTY)
    throw new WrongUsage("--to -: standard output is a terminal. Redirect it to a file or a pipe.");
  const manifest = await once(settings, to);
  const summary = json
    ? JSON.stringify({ file: to, ...summaryOf(manifest) })
    : textOf(to, manifest);
  // Standard output may be the backup itself.
  if (to === "-") console.error(summary);
  else printLine(summary);
}

async function once(settings: Settings, to: string): Promise<Manifest> {
  const stopping = new AbortController();
  // The command then ends this process by itself, with its reason.
  onShutdown(() => {
    stopping.abort(cancelled());
    return new Promise(() => {});
  });
  const { url, close } = await openProductDatabase(settings, { signal: stopping.signal });
  const startedAt = performance.now();
  const writing =
    to === "-"
      ? writeToOutput(url, stopping.signal)
      : writeBackupFile(url, path.resolve(to), stopping.signal);
  const recorded = writing.then(async (manifest) => {
    // Standard output may be the backup, which is whole.
    await recordBackup(url, performance.now() - startedAt).catch((error: Error) =>
      console.error(`The database does not record this backup: ${error.message}`),
    );
    return manifest;
  });
  return recorded.finally(close);
}

/** @throws CannotWrite if standard output fails, which otherwise looks like a failure of the database */
async function writeToOutput(url: string, signal: AbortSignal): Promise<Manifest> {
  let failure: Error | undefined;
  process.stdout.once("error", (error) => {
    failure = error;
  });
  return writeBackup(url, process.stdout, signal).catch((error) => {
    throw failure ? outputError(failure) : error;
  });
}

async function repeat(settings: Settings, schedule: Schedule): Promise<void> {
  const stopping = new AbortController();
  const running = runSchedule(
    schedule,
    () => openProductDatabase(settings).catch(explainToLog),
    stopping.signal,
  );
  // The schedule alone does not keep a process alive.
  const awake = setInterval(() => {}, schedule.everyMs);
  onShutdown(async () => {
    stopping.abort();
    await running;
  });
  await running.finally(() => clearInterval(awake));
}

/** Throws an error again, with the reason that the log shows if a person can do something about it. */
function explainToLog(error: unknown): never {
  const reason = reasonOf(error);
  throw reason ? new CannotWrite(reason) : error;
}

/** Runs the backups of `BACKUP_DIR`, if it is set. Returns a function that ends them. */
export function startBackups(env: Settings["env"], url: string): () => Promise<void> {
  if (env.BACKUP_DIR === undefined) return async () => {};
  const stopping = new AbortController();
  const schedule = scheduleOf(env.BACKUP_DIR, env.BACKUP_EVERY, env.BACKUP_KEEP);
  const running = runSchedule(
    schedule,
    async () => ({ url, close: async () => {} }),
    stopping.signal,
  );
  return async () => {
    stopping.abort();
    await running;
  };
}

function scheduleOf(folder: string, every: string, keep: number): Schedule {
  const everyMs = intervalMs(every);
  if (everyMs === null) throw new WrongUsage(`--every ${every}: ${intervalForm}.`);
  return { folder: path.resolve(folder), everyMs, keep };
}

function textOf(file: string, manifest: Manifest): string {
  const { rows, bytes, masterKeys } = summaryOf(manifest);
  const megabytes = (bytes / 1024 ** 2).toFixed(1);
  return `Backup written to ${file}: ${rows} rows, ${megabytes} MB before compression. It does not contain the master key ${masterKeys.join(", ")}, without which its secrets cannot be read: keep a copy of the key elsewhere.`;
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new WrongUsage(`--keep ${text}: give the number of backups to keep.`);
}
