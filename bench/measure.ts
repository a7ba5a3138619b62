/** One row of the table, with its reference. */
export type Figure = {
  row: string;
  what: string;
  figure: number;
  unit: string;
  /** Value measured beside it in the same run. */
  reference?: { name: string; figure: number };
  goal?: Goal;
  note?: string;
};

/** `ratio` divides the figure by its reference. */
type Goal =
  | { of: "figure" | "ratio"; atLeast: number }
  | { of: "figure" | "ratio"; atMost: number };

/** Runs all measurements in turn, this many times, every second time in reverse order. Returns the median of each. */
export async function interleaved<N extends string>(
  rounds: number,
  measures: Record<N, () => Promise<number>>,
): Promise<Record<N, number>> {
  const names = Object.keys(measures) as N[];
  const seen = new Map<N, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const inOrder = round % 2 === 0 ? names : names.toReversed();
    for (const name of inOrder) seen.get(name)?.push(await measures[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<
    N,
    number
  >;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

export function ratio({ figure, reference }: Figure): number | undefined {
  return reference && figure / reference.figure;
}

/** Undefined for informational rows. */
export function isReached(one: Figure): boolean | undefined {
  if (!one.goal) return undefined;
  const value = one.goal.of === "ratio" ? ratio(one) : one.figure;
  if (value === undefined || Number.isNaN(value)) return false;
  return "atLeast" in one.goal ? value >= one.goal.atLeast : value <= one.goal.atMost;
}
