import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder of the figures; each region keeps its final place and height. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading figures" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-6 w-96 max-w-full" />
      <div className="overflow-hidden rounded-lg border border-line shadow-low">
        <div className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3 lg:grid-cols-6">
          {["deliveries", "delivered", "failed", "retrying", "p95", "waiting"].map((each) => (
            <div key={each} className="h-17 bg-raised px-4 py-3">
              <Skeleton className="h-4 w-20" />
              <Skeleton className="mt-2 h-5 w-16" />
            </div>
          ))}
        </div>
        <Skeleton className="h-60.5 w-full rounded-none border-line border-t" />
      </div>
      <div className="grid gap-4 lg:max-xl:grid-cols-2 xl:grid-cols-3">
        {["event", "cause", "webhook"].map((each) => (
          <Skeleton key={each} className="h-56 w-full rounded-lg lg:max-xl:last:col-span-2" />
        ))}
      </div>
    </div>
  );
}
