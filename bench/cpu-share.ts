import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Period of the quota in microseconds: short, so that a process at its quota waits milliseconds. */
const periodUs = 10_000;

/** Returns whether this program can limit the CPU of processes: that needs Linux, root and control groups. */
export function canLimitCpu(): boolean {
  try {
    rmdirSync(makeGroup(`postback-bench-${process.pid}`));
    return true;
  } catch {
    return false;
  }
}

/**
 * Limits a process to a share of a core by a control group of its own (cgroups(7), version 1 or 2). Returns a function that
 * removes the group once the process has ended.
 */
export function limitCpu(pid: number, share: number): () => void {
  const folder = makeGroup(`postback-bench-${pid}`);
  const write = (file: string, value: string | number) =>
    writeFileSync(path.join(folder, file), String(value));
  const quotaUs = Math.round(share * periodUs);
  if (isUnified()) write("cpu.max", `${quotaUs} ${periodUs}`);
  else {
    write("cpu.cfs_period_us", periodUs);
    write("cpu.cfs_quota_us", quotaUs);
  }
  write("cgroup.procs", pid);
  return () => rmdirSync(folder);
}

function makeGroup(name: string): string {
  const root = isUnified() ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
  if (isUnified()) writeFileSync(path.join(root, "cgroup.subtree_control"), "+cpu");
  const folder = path.join(root, name);
  mkdirSync(folder);
  return folder;
}

/** Returns whether the machine has version 2, with the controller of the CPU. */
function isUnified(): boolean {
  try {
    return readFileSync("/sys/fs/cgroup/cgroup.controllers", "utf8").includes("cpu");
  } catch {
    return false;
  }
}
