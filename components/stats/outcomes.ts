/** Outcomes in the order in which a bar stacks them, with the name and the colours of every chart. */
export const outcomes = {
  delivered: { name: "Delivered", fill: "fill-plot-delivered", swatch: "bg-plot-delivered" },
  retrying: { name: "Retrying", fill: "fill-plot-retrying", swatch: "bg-plot-retrying" },
  failed: {
    name: "Failed",
    // The hatch of the plot, because colour alone does not distinguish it.
    fill: "",
    swatch:
      "bg-plot-failed bg-[repeating-linear-gradient(135deg,transparent_0_2px,var(--color-raised)_2px_3px)]",
  },
  cancelled: { name: "Cancelled", fill: "fill-plot-cancelled", swatch: "bg-plot-cancelled" },
} as const;
export type Outcome = keyof typeof outcomes;

/** Counts of a time slot that starts at `at`. Absent outcomes are zero. */
export type Bucket = { at: string } & { [outcome in Outcome]?: number | undefined };

/** Sums one outcome, or several, over buckets. */
export function sumOf(buckets: readonly Bucket[], ...of: Outcome[]): number {
  return buckets.reduce(
    (total, bucket) => total + of.reduce((sum, one) => sum + (bucket[one] ?? 0), 0),
    0,
  );
}
