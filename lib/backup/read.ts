import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type * as z from "zod";
import { ContentsDigest } from "./contents-digest";
import { BadBackup } from "./errors";
import { type Contents, Head, Manifest } from "./format";
import { EndsEarly, Lines } from "./lines";

const otherCopy = "Use another copy of it, or an older backup.";
const cutOff = `The backup is damaged: its end is missing. ${otherCopy}`;
const notABackup =
  "The file is not a backup of Postback. Give a file that `postback backup` wrote.";

export type BackupTable = Head["tables"][number] & { rows: AsyncGenerator<Buffer> };

export type Backup = Awaited<ReturnType<typeof openBackup>>;

/**
 * Opens a backup and reads its head.
 * @throws BadBackup
 */
export async function openBackup(source: Readable) {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // The iteration over the last stream reports the errors of both.
  pipeline(source, gunzip, () => {});
  const lines = new Lines(gunzip);
  try {
    const head = parse(Head, await lines.readLine());
    return {
      head,
      /** Yields each table; its rows are to be read before the next one. Compares all of them with the manifest at the end. */
      tables: () => tablesIn(lines, head),
      close: () => source.destroy(),
    };
  } catch (error) {
    source.destroy();
    throw readError(error, notABackup);
  }
}

async function* tablesIn(lines: Lines, head: Head): AsyncGenerator<BackupTable, Manifest> {
  const digests = head.tables.map(({ name }) => [name, new ContentsDigest()] as const);
  try {
    for (const [n, [, digest]] of digests.entries()) {
      const table = head.tables[n];
      if (table) yield { ...table, rows: explained(digest.pass(lines.readRows())) };
    }
    const manifest = parse(Manifest, await lines.readLine());
    if (!(await lines.isAtEnd()))
      throw new BadBackup(`The backup is damaged: something follows its manifest. ${otherCopy}`);
    compare(head, manifest, new Map(digests.map(([name, digest]) => [name, digest.result()])));
    return manifest;
  } catch (error) {
    throw readError(error, cutOff);
  }
}

async function* explained(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* rows;
  } catch (error) {
    throw readError(error, cutOff);
  }
}

/** @throws BadBackup */
function compare(head: Head, { contents, ...copy }: Manifest, found: Map<string, Contents>): void {
  if (JSON.stringify(copy) !== JSON.stringify(head))
    throw new BadBackup(
      `The backup was altered: its head is not that of its manifest. ${otherCopy}`,
    );
  for (const [name, { rows, sha256 }] of found) {
    const expected = contents[name];
    if (expected?.rows === rows && expected.sha256 === sha256) continue;
    throw new BadBackup(
      `The backup was altered: the table ${name} has ${rows} rows with the checksum ${sha256.slice(0, 12)}, and its manifest states ${expected?.rows} with ${expected?.sha256.slice(0, 12)}. ${otherCopy}`,
    );
  }
}

function parse<T extends z.ZodType>(schema: T, line: string): z.infer<T> {
  const { data, error } = schema.safeParse(fromJson(line));
  if (data) return data;
  throw new BadBackup(`The backup cannot be read: ${error?.issues[0]?.message}. ${otherCopy}`);
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BadBackup(notABackup);
  }
}

function readError(error: unknown, early: string): unknown {
  if (error instanceof EndsEarly) return new BadBackup(early);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "Z_BUF_ERROR") return new BadBackup(cutOff);
  // The first bytes are not those of gzip. Later, bytes after the end of a backup have the same error.
  if (code === "Z_DATA_ERROR" && message === "incorrect header check" && early === notABackup)
    return new BadBackup(notABackup);
  if (code?.startsWith("Z_"))
    return new BadBackup(`The backup is damaged: ${message}. ${otherCopy}`);
  return error;
}
