import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type postgres from "postgres";
import { ContentsDigest } from "./contents-digest";
import { describeInstallation, tablesToCopy } from "./describe";
import { endOfRows, type Head, type Manifest } from "./format";
import { openCopySession } from "./session";

/** Level 3 is three times as fast as the default, for files a tenth larger. */
const compression = { level: 3 };

/**
 * Writes a consistent copy of the installation while it runs: all tables are read in one repeatable-read snapshot. Closes the
 * target at the end.
 * @param signal ends the copy early
 */
export async function writeBackup(
  url: string,
  target: Writable,
  signal?: AbortSignal,
): Promise<Manifest> {
  const sql = await openCopySession(url);
  // Closes the connection: no rollback is possible while a statement waits for a lock, or a COPY sends rows that nobody reads.
  const cancel = () => void sql.end({ timeout: 0 });
  signal?.addEventListener("abort", cancel);
  let failure: unknown;
  try {
    signal?.throwIfAborted();
    const tables = await tablesToCopy(sql);
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      // Comes before the statement that takes the snapshot, so that retention drops no partition of it.
      await tx`lock table ${tx(tables.map(({ name }) => name))} in access share mode`;
      const head = await describeInstallation(tx, tables);
      const manifest: Manifest = { ...head, contents: {} };
      const flow = pipeline(linesOf(tx, head, manifest), createGzip(compression), target, {
        signal,
      });
      await flow.catch((error) => {
        failure = error;
        cancel();
        throw error;
      });
      return manifest;
    });
  } catch (error) {
    signal?.throwIfAborted();
    // The driver would report the closed connection instead.
    throw failure ?? error;
  } finally {
    signal?.removeEventListener("abort", cancel);
    await sql.end({ timeout: 1 });
  }
}

/** Yields the backup before compression, and completes the manifest on the way. */
async function* linesOf(tx: postgres.TransactionSql, head: Head, manifest: Manifest) {
  yield `${JSON.stringify(head)}\n`;
  for (const { name, columns } of head.tables) {
    const digest = new ContentsDigest();
    yield* digest.pass(rowsOf(tx, name, columns));
    yield endOfRows;
    manifest.contents[name] = digest.result();
  }
  yield `${JSON.stringify(manifest)}\n`;
}

async function* rowsOf(
  tx: postgres.TransactionSql,
  name: string,
  columns: string[],
): AsyncGenerator<Buffer> {
  const rows = await tx`copy (select ${tx(columns)} from ${tx(name)}) to stdout`.readable();
  yield* rows;
  // The driver pauses its socket when the buffer of this stream is full, and resumes it in `_read`, which Node does not call
  // any more once the stream has ended. If the last rows filled the buffer, no later statement would get an answer.
  rows._read(0);
}
