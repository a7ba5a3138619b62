import { formatCount } from "@/lib/format";
import type { Stats } from "@/lib/stats/queries";
import type { Selection } from "./use-brush";

/** Sums a range of buckets. */
export function added(series: Stats["series"], { first, last }: Selection) {
  const some = series.slice(first, last + 1);
  const sum = (of: "delivered" | "retrying" | "failed") =>
    some.reduce((total, one) => total + one[of], 0);
  return { delivered: sum("delivered"), retrying: sum("retrying"), failed: sum("failed") };
}

export type Amounts = Omit<Stats["series"][number], "at">;

export function bucketInWords({ delivered, retrying, failed }: Amounts): string {
  return `${formatCount(delivered)} delivered, ${formatCount(retrying)} to be retried, ${formatCount(failed)} failed`;
}
