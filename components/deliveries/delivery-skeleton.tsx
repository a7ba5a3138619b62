import { Skeleton } from "@/components/ui/skeleton";

export function DeliverySkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <h1 className="sr-only">Loading</h1>
      <div className="mb-3 flex h-15 items-start justify-between">
        <Skeleton className="h-7 w-96 max-w-full" />
        <Skeleton className="h-9 w-28" />
      </div>
      <Skeleton className="mb-5 h-24 w-full rounded-lg" />
      <div className="grid gap-x-8 gap-y-5 min-[74rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-60 w-full rounded-lg" />
      </div>
    </div>
  );
}

/** The loading state in the single column of the drawer. */
export function PanelSkeleton() {
  return (
    <div role="status" aria-label="Loading delivery" className="grid gap-4">
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="h-28 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}
