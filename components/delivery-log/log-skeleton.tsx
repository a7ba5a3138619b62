import { Skeleton } from "@/components/ui/skeleton";

export const histogramHeight = "h-30.5";

export function HistogramSkeleton() {
  return <Skeleton className={`w-full rounded-lg ${histogramHeight}`} />;
}

/** Loading state of the log, with its filters in place. */
export function LogSkeleton({ rows }: { rows: number }) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Skeleton className="h-8 w-full sm:w-80" />
        {["w-20", "w-24", "w-20", "w-20", "w-22", "w-18"].map((width, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <Skeleton key={n} className={`h-8 ${width}`} />
        ))}
      </div>
      <div className="@container">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-y-2">
          <Skeleton className="h-4 w-20 @max-2xl:my-1.5" />
          <div className="flex justify-end @max-2xl:basis-full">
            <Skeleton className="h-8 w-40" />
          </div>
        </div>
      </div>
      <HistogramSkeleton />
      <LogRowsSkeleton rows={rows} />
    </div>
  );
}

export function LogRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-low">
      <div className="h-9 border-line border-b bg-sunken max-md:hidden" />
      {Array.from({ length: rows }, (_, n) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          key={n}
          className="flex h-22 items-center gap-6 border-line px-4 not-last:border-b md:h-11"
        >
          <Skeleton className="size-4" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-4 w-44 max-md:hidden" />
          <Skeleton className="h-4 min-w-0 flex-1 max-md:hidden" />
          <Skeleton className="h-4 w-24 max-lg:hidden" />
        </div>
      ))}
    </div>
  );
}
