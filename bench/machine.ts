import { readFileSync } from "node:fs";
import { treeCpu } from "./process-tree";

/** CPU of several process trees, in cores, and the share of the machine's time that its host took (steal). */
export type MachineUse = { cores: Record<string, number>; steal: number };

/** Starts to measure. Returns a function that returns the use since then. Figures are NaN without /proc. */
export function watchMachine(trees: Record<string, number[]>): () => MachineUse {
  const read = () =>
    Object.entries(trees).map(([name, pids]) => {
      const used = pids.reduce((sum, pid) => sum + (treeCpu(pid) ?? Number.NaN), 0);
      return [name, used] as const;
    });
  const [startedAt, before, stealBefore] = [performance.now(), read(), readSteal()];
  return () => {
    const elapsedMs = performance.now() - startedAt;
    const cores = read().map(([name, used], n) => {
      const microseconds = used - (before[n]?.[1] ?? Number.NaN);
      return [name, microseconds / 1000 / elapsedMs];
    });
    const after = readSteal();
    const steal = (after.stolen - stealBefore.stolen) / (after.all - stealBefore.all);
    return { cores: Object.fromEntries(cores), steal };
  };
}

export function describeUse({ cores, steal }: MachineUse): string {
  const parts = Object.entries(cores).map(([name, used]) => `${name} ${used.toFixed(2)}`);
  return `cores: ${parts.join(", ")}; steal ${(steal * 100).toFixed(1)} %`;
}

/** Ticks of all CPUs: the first eight fields of `cpu` in `proc(5)`, of which the eighth is steal. */
function readSteal(): { stolen: number; all: number } {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
    const ticks = line.split(/\s+/).slice(1, 9).map(Number);
    return { stolen: ticks[7] ?? Number.NaN, all: ticks.reduce((sum, one) => sum + one, 0) };
  } catch {
    return { stolen: Number.NaN, all: Number.NaN };
  }
}
