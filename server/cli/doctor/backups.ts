import { intervalMs } from "@/lib/backup/interval";
import { newestBackupMs } from "@/lib/backup/schedule";
import type { Environment } from "@/lib/env";
import { formatRelative } from "@/lib/format";
import { type Finding, ok, warning } from "./finding";

/** Intervals after which a backup is missing. One is not enough: the next backup may be under way, or tried again. */
const latestAfter = 1.5;

/** Checks the age of the newest file in BACKUP_DIR. No finding without that setting. */
export async function checkBackups(env: Environment, now = Date.now()): Promise<Finding[]> {
  const { BACKUP_DIR: folder, BACKUP_EVERY } = env;
  if (folder === undefined) return [];
  const writtenMs = await newestBackupMs(folder);
  // A terminal is searched with ordinary spaces.
  const age = formatRelative(new Date(writtenMs).toISOString(), now).replaceAll("\u00a0", " ");
  const detail =
    writtenMs === 0 ? `There is none in ${folder}.` : `The newest in ${folder} was written ${age}.`;
  const everyMs = intervalMs(BACKUP_EVERY) ?? 0;
  if (now - writtenMs <= latestAfter * everyMs) return [ok("backups", detail)];
  const advice = `BACKUP_EVERY is ${BACKUP_EVERY}. Search the log of the process that writes them for \`backup failed\`: \`postback start\`, or \`postback backup --every\` beside web and workers.`;
  return [warning("backups", detail, advice)];
}
