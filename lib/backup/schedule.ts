import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { CannotWrite } from "./errors";
import { partialSuffix, writeBackupFile, writeError } from "./file";
import { recordBackup } from "./record";
import { summaryOf } from "./summary";

/** A failed backup is tried again after this time, or sooner if the interval is shorter. */
const retryMs = 10 * 60_000;

export type Schedule = { folder: string; everyMs: number; keep: number };

/** Returns the URL of the database, and what to do afterwards. */
type OpenDatabase = () => Promise<{ url: string; close(): Promise<void> }>;

/**
 * Writes backups to a folder until the signal is aborted, and deletes all but the newest. The first one is due when the newest
 * in the folder is older than the interval, so that a restart adds none.
 */
export async function runSchedule(
  { folder, everyMs, keep }: Schedule,
  openDatabase: OpenDatabase,
  signal: AbortSignal,
): Promise<void> {
  async function writeTo(url: string, file: string) {
    const startedAt = performance.now();
    const manifest = await writeBackupFile(url, file, signal);
    const tookMs = Math.round(performance.now() - startedAt);
    await recordBackup(url, tookMs).catch((err) => log.warn({ err, file }, "backup not recorded"));
    return { manifest, tookMs };
  }

  async function backUp(): Promise<{ nextAfterMs: number }> {
    try {
      await createFolder(folder);
      await removePartial(folder);
      const { url, close } = await openDatabase();
      const file = path.join(folder, nameOf(new Date()));
      const { manifest, tookMs } = await writeTo(url, file).finally(close);
      log.info({ file, tookMs, ...summaryOf(manifest) }, "backup written");
    } catch (error) {
      if (signal.aborted) log.info("backup cancelled at shutdown");
      else log.error(reasonOf(error, folder), "backup failed");
      return { nextAfterMs: Math.min(everyMs, retryMs) };
    }
    await removeOld(folder, keep);
    return { nextAfterMs: everyMs };
  }

  const firstAfterMs = Math.max(0, (await newestBackupMs(folder)) + everyMs - Date.now());
  const nextAt = new Date(Date.now() + firstAfterMs);
  log.info({ folder, everyMs, keep, nextAt }, "backups scheduled");
  await every(everyMs, backUp, signal, { firstAfterMs });
}

/**
 * Creates the folder, but not the one above it: that is missing while its disk is not mounted.
 * @throws CannotWrite
 */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT") throw error;
    const above = path.dirname(folder);
    throw new CannotWrite(
      `The folder ${above} does not exist, so no backup is written. Mount its disk, or create it.`,
    );
  }
}

/** Returns the fields of a log line: a sentence if the operator can do something, else the error. */
function reasonOf(error: unknown, folder: string): object {
  const explained = writeError(error, folder);
  return explained instanceof CannotWrite ? { reason: explained.message } : { err: error };
}

const nameOf = (time: Date) =>
  `postback-${time.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.backup.gz`;
const form = /^postback-\d{8}T\d{6}Z\.backup\.gz$/;

/**
 * Newest first. A time in the future is of a clock that was wrong: those come last, so that they never displace the backup that was
 * just written. Other files of the folder are left alone.
 */
async function backupsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => form.test(name));
  const newestFirst = names.sort((a, b) => b.localeCompare(a));
  const now = nameOf(new Date());
  const isAhead = (name: string) => name > now;
  return [...newestFirst.filter((name) => !isAhead(name)), ...newestFirst.filter(isAhead)];
}

/**
 * Returns the time of the newest backup in a folder, in ms since 1970; 0 if there is none. A time in the future is of a clock that was
 * wrong: taken for the newest, it would put off the next backup until then.
 */
export async function newestBackupMs(folder: string): Promise<number> {
  const names = await backupsIn(folder).catch(() => []);
  // A file that is deleted meanwhile leaves the one before as the newest.
  const found = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => null)),
  );
  const times = found.map((file) => file?.mtimeMs ?? 0);
  return Math.max(0, ...times.filter((time) => time <= Date.now()));
}

/** Removes all but the newest. The others are no reason to write the backup again: that would fill the disk sooner. */
async function removeOld(folder: string, keep: number): Promise<void> {
  for (const name of (await backupsIn(folder)).slice(keep)) {
    const file = path.join(folder, name);
    await remove(file).catch((err) => log.error({ err, file }, "old backup not deleted"));
  }
}

/** Removes what a killed process left. */
async function removePartial(folder: string): Promise<void> {
  const isPartial = (name: string) =>
    name.endsWith(partialSuffix) && form.test(name.slice(0, -partialSuffix.length));
  for (const name of (await readdir(folder)).filter(isPartial))
    await remove(path.join(folder, name));
}

/** Removes a file. One that is gone already is no error. */
async function remove(file: string): Promise<void> {
  await rm(file, { force: true });
}
