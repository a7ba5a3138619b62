import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder of the figures; each region keeps its final place and height. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading figures" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-6 w-96 max-w-full" />
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-5">
        {["delivered", "failed", "retrying", "p95", "queue"].map((each, n) => (
          <div
            key={each}
            className={`h-25 bg-raised px-4 py-4 ${n === 0 ? "max-md:col-span-2" : ""}`}
          >
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-6 w-16" />
            <Skeleton className="mt-2 h-3 w-24" />
          </div>
        ))}
      </div>
      <Skeleton className="h-61 w-full rounded-lg" />
      <div className="grid gap-4 lg:grid-cols-3">
        {["event", "cause", "webhook"].map((each) => (
          <Skeleton key={each} className="h-56 w-full rounded-lg" />
        ))}
      </div>
    </div>
  );
}
