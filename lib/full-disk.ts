import { isDiskFull } from "@/db/away";
import { startListener } from "@/db/listener";

/** Postgres channel on which processes report that the disk of the database is full. */
const channel = "disk_full";
/** Time for which the database counts as full after it refused to store something. */
const rememberMs = 60_000;
/** Time between two reports of a process. */
const reportMs = 15_000;
/** A connection that was lost is noticed after this time and the time limit of a statement. */
const beatMs = 5000;

type Notifier = { notify(channel: string, payload: string): Promise<unknown> };

// Next bundles its own copy of each module; `globalThis` keeps one time for the process.
const shared = globalThis as { postbackDiskFullAt?: number; postbackDiskFullReportedAt?: number };

/**
 * Notes, and reports to the other processes, that the database refused to store something because its disk is full.
 * @returns false for any other error
 */
export function noteDiskFull(error: unknown, sql: Notifier): boolean {
  if (!isDiskFull(error)) return false;
  const now = performance.now();
  shared.postbackDiskFullAt = now;
  if (now - (shared.postbackDiskFullReportedAt ?? -reportMs) >= reportMs) {
    shared.postbackDiskFullReportedAt = now;
    // A notification needs a little space too. Without it, only this process knows.
    sql.notify(channel, "").catch(() => null);
  }
  return true;
}

/** Returns whether the database refused something of any process for lack of space in the last minute. */
export function wasDiskFull(): boolean {
  return performance.now() - (shared.postbackDiskFullAt ?? -rememberMs) < rememberMs;
}

/** Notes the reports of other processes, until it is stopped. */
export function followDiskFull(url: string) {
  return startListener(url, {
    channels: [channel],
    beatMs,
    notified: () => {
      shared.postbackDiskFullAt = performance.now();
    },
    // Missed reports are repeated while the disk is full.
    started: () => {},
    failed: () => {},
  });
}
