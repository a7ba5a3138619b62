/** Time for which the database counts as full after it refused to store something. */
const rememberMs = 60_000;

// Next bundles its own copy of each module; `globalThis` keeps one time for the process.
const shared = globalThis as { postbackDiskFullAt?: number };

/** Notes that the database refused to store something because its disk is full. */
export function noteFullDisk(): void {
  shared.postbackDiskFullAt = performance.now();
}

/** Returns whether the database refused something of this process for lack of space in the last minute. */
export function wasDiskFull(): boolean {
  return performance.now() - (shared.postbackDiskFullAt ?? -rememberMs) < rememberMs;
}
