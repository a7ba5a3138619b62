import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import path from "node:path";
import { type Figure, isReached, ratio } from "./measure";

export function print(figures: Figure[]): void {
  console.table(
    figures.map((one) => ({
      row: one.row,
      what: one.what,
      figure: `${readable(one.figure)} ${one.unit}`,
      against: one.reference ? `${readable(one.reference.figure)} ${one.reference.name}` : "",
      ratio: readable(ratio(one)),
      goal: goalOf(one),
      reached: { true: "yes", false: "NO", undefined: "" }[String(isReached(one))],
      note: one.note ?? "",
    })),
  );
}

/** Report for programs, as JSON. */
export async function save(file: string, figures: Figure[], quick: boolean): Promise<void> {
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() };
  const rows = figures.map((one) => ({ ...one, ratio: ratio(one), reached: isReached(one) }));
  await mkdir(path.dirname(file), { recursive: true });
  const report = { at: new Date().toISOString(), quick, machine, figures: rows };
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}

function goalOf({ goal, unit }: Figure): string {
  if (!goal) return "";
  const [sign, bound] = "atLeast" in goal ? ["≥", goal.atLeast] : ["≤", goal.atMost];
  return `${sign} ${bound}${goal.of === "ratio" ? " ×" : ` ${unit}`}`;
}

function readable(value: number | undefined): string {
  if (value === undefined) return "";
  if (!Number.isFinite(value)) return "–";
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2);
}
