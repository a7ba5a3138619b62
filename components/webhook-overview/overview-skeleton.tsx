import { Skeleton } from "@/components/ui/skeleton";

/** Loading state of the overview tab; each part has its final height. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-4">
      <Skeleton className="ml-auto h-8 w-56" />
      <FiguresSkeleton />
      <ChartSkeleton />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </div>
  );
}

const names = ["rate", "delivered", "failed", "retrying", "p50", "p95"];

export function FiguresSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      {names.map((name) => (
        <div key={name} className="h-18 bg-raised px-4 py-3">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="mt-2 h-6 w-14" />
        </div>
      ))}
    </div>
  );
}

export function ChartSkeleton() {
  return <Skeleton className="h-60 w-full rounded-lg" />;
}
