import { readFileSync } from "node:fs";

/** Memory that a process holds; NaN where there is no /proc. */
export function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}
