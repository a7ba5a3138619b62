import type { Stats } from "@/lib/stats/queries";

/** Outcomes in the order in which a bar stacks them, with the name and the colours of every chart. */
export const outcomes = {
  delivered: { name: "Delivered", fill: "fill-plot-delivered", swatch: "bg-plot-delivered" },
  retrying: { name: "Retrying", fill: "fill-plot-retrying", swatch: "bg-plot-retrying" },
  pending: { name: "Pending", fill: "fill-plot-pending", swatch: "bg-plot-pending" },
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

/** All states of deliveries in stacking order. "Pending" has the deliveries before their first attempt. */
export const deliveryParts = Object.keys(outcomes).map((key) => ({ key: key as Outcome }));

/** Counts of a time slot that starts at `at`. */
export type Bucket = { at: string } & Counts;

/** Counts by outcome. Absent ones are zero. */
export type Counts = { [outcome in Outcome]?: number | undefined };

type Counted = Pick<
  Stats["series"][number],
  "delivered" | "failed" | "cancelled" | "waiting" | "pending"
>;

/** Returns figures of the API with each delivery in one outcome. */
export function outcomesOf({ waiting, pending, ...ended }: Counted): Counts {
  const { delivered, failed, cancelled } = ended;
  return { delivered, retrying: waiting, pending: pending - waiting, failed, cancelled };
}

/** Returns the deliveries of a range by time, and those that were created before it and have not ended. */
export function deliveriesOf({ series, earlier }: Pick<Stats, "series" | "earlier">) {
  const buckets = series.map((bucket, n): Bucket => {
    const { waiting, pending } = n === 0 ? earlier : { waiting: 0, pending: 0 };
    const own = { waiting: bucket.waiting - waiting, pending: bucket.pending - pending };
    return { at: bucket.at, ...outcomesOf({ ...bucket, ...own }) };
  });
  const none = { delivered: 0, failed: 0, cancelled: 0 };
  return { buckets, earlier: outcomesOf({ ...none, ...earlier }) };
}

/** Sums one outcome, or several, over buckets. */
export function sumOf(buckets: readonly Counts[], ...of: Outcome[]): number {
  return buckets.reduce(
    (total, bucket) => total + of.reduce((sum, one) => sum + (bucket[one] ?? 0), 0),
    0,
  );
}
