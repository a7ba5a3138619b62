import { Skeleton } from "@/components/ui/skeleton";

export const histogramHeight = "h-30";

export function HistogramSkeleton() {
  return <Skeleton className={`w-full rounded-lg ${histogramHeight}`} />;
}
