import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** Size above which the log of the embedded Postgres is cut, and of what is kept of it. */
export const mostBytes = 10 * 1024 * 1024;

/**
 * Cuts a log that has grown too large, also while the server writes to it: its end replaces `<log>.1`, and it begins again.
 * A line that is written meanwhile may be lost. On a full disk only the space is regained.
 */
export async function boundLog(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size <= mostBytes) return;
  const kept = `${file}.1`;
  await rm(kept, { force: true });
  const end = createReadStream(file, { start: size - mostBytes });
  await pipeline(end, createWriteStream(kept, { mode: 0o600 })).catch(() => null);
  // The server appends, so its next line is at the beginning.
  await truncate(file);
}
