import { PageSkeleton } from "@/components/page/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export function DeliverySkeleton() {
  return (
    <PageSkeleton>
      <div className="grid gap-5">
        <Skeleton className="h-24 w-full rounded-lg" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-18 w-full rounded-lg" />
        <div className="grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <Skeleton className="h-40 w-full rounded-lg" />
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
      </div>
    </PageSkeleton>
  );
}

/** The loading state in the single column of the panel. */
export function PanelSkeleton() {
  return (
    <div role="status" aria-label="Loading delivery" className="grid gap-5">
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-18 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}
