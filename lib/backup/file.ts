import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { CannotWrite, cancelled } from "./errors";
import type { Manifest } from "./format";
import { writeBackup } from "./write";

/** A backup under way. It gets its name when it is complete. */
export const partialSuffix = ".partial";

/**
 * Writes a backup to a file, which appears under its name only when it is complete and flushed to disk.
 * @throws CannotWrite
 */
export async function writeBackupFile(
  url: string,
  file: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  await assertReplaceable(file);
  const partial = `${file}${partialSuffix}`;
  try {
    const handle = await open(partial, "w", 0o600);
    // Nothing else closes the file if the database does not answer.
    const manifest = await writeBackup(url, handle.createWriteStream(), signal).finally(() =>
      handle.close(),
    );
    await flush(partial, "r+");
    await rename(partial, file);
    // Makes the new name durable. Windows cannot open a folder, and does this by itself.
    if (process.platform !== "win32") await flush(path.dirname(file), "r");
    return manifest;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw writeError(error, file);
  }
}

/** Renaming over a device or a pipe would replace it by the backup. */
async function assertReplaceable(file: string): Promise<void> {
  const known = await stat(file).catch(() => null);
  if (!known || known.isFile() || known.isDirectory()) return;
  throw new CannotWrite(
    `${file} is a device or a pipe, not a file. Give the name of a file, or - for standard output.`,
  );
}

async function flush(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags);
  await handle.sync().finally(() => handle.close());
}

const advice: Record<string, string> = {
  ENOSPC: "The disk is full. Free space or choose another disk.",
  EACCES: "Choose a folder that this user may write to.",
  EROFS: "The file system is read-only. Choose another folder.",
  ENOENT: "The folder does not exist. Create it first.",
  EISDIR: "This is a folder. Give the name of a file.",
  ENOTDIR: "A part of the path is a file. Choose another folder.",
};

/** Codes of a connection to the database. A file has none of them. */
const ofConnection = /^(ECONN|EAI_|ENOTFOUND$|EPIPE$)/;

/** A backup never reads from its file. */
function isOfDatabase({ code = "", syscall }: NodeJS.ErrnoException): boolean {
  return syscall === "connect" || syscall === "read" || ofConnection.test(code);
}

/** Returns an error that says what to do, if the reason is the file or its folder; else the error itself. */
export function writeError(error: unknown, file: string): unknown {
  if ((error as Error).name === "AbortError") return cancelled();
  if (isOfDatabase(error as NodeJS.ErrnoException)) return error;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  const sentence = advice[code] ?? (syscall && `${code} at ${syscall}.`);
  return sentence
    ? new CannotWrite(`The backup could not be written to ${file}. ${sentence} No file was left.`)
    : error;
}

/** Returns the error to report when a backup cannot be written to standard output. */
export function outputError({ code = "", syscall }: NodeJS.ErrnoException): CannotWrite {
  const sentence =
    code === "EPIPE"
      ? "The program that reads it has ended: look for its own error."
      : (advice[code] ?? `${code} at ${syscall}.`);
  return new CannotWrite(
    `The backup could not be written to standard output. ${sentence} What was written is no whole backup.`,
  );
}
