import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** Returns the CPU microseconds used by a process and all that descend from it; undefined without /proc. */
export function treeCpu(root: number): number | undefined {
  const tree = treeOf(root);
  if (tree.length === 0) return undefined;
  // `children` counts those that have exited.
  const ticks = tree.reduce((sum, { own, children }) => sum + own + children, 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/** Returns the memory of a process and all that descend from it: pages shared by several count in proportion (PSS). */
export function treeBytes(root: number): number {
  return treeOf(root).reduce(
    (sum, { pid }) => sum + kilobytes(pid, "smaps_rollup", "Pss") * 1024,
    0,
  );
}

/** Resident memory of a process; NaN without /proc. */
export function residentBytes(pid: number): number {
  return kilobytes(pid, "status", "VmRSS") * 1024;
}

type Stat = { pid: number; parent: number; own: number; children: number };

function treeOf(root: number): Stat[] {
  const all = readAll();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function readAll(): Stat[] {
  try {
    return readdirSync("/proc").flatMap((name) => readStat(Number(name)) ?? []);
  } catch {
    return [];
  }
}

/** Fields of `proc(5)`: 4 parent, 14 to 17 the times. The name in field 2 may contain any character. */
function readStat(pid: number): Stat | null {
  if (!(pid > 0)) return null;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
    return { pid, parent, own: user + system, children: (fields[13] ?? 0) + (fields[14] ?? 0) };
  } catch {
    return null;
  }
}

function kilobytes(pid: number, file: string, field: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1]);
  } catch {
    return Number.NaN;
  }
}
