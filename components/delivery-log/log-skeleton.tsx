import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

type ChartSkeletonProps = { heading?: ReactNode; tools?: ReactNode; children?: ReactNode };

/** Loading state of the chart, with the texts beside it in place. */
export function ChartSkeleton({ heading, tools, children }: ChartSkeletonProps) {
  return (
    <div className="min-h-17.5">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4">
        {heading}
        <span className="ml-auto">{tools}</span>
      </div>
      {children ?? <Skeleton className="h-10 w-full rounded-md" />}
    </div>
  );
}

/** Loading state of the log, with its filters in place. */
export function LogSkeleton({ rows }: { rows: number }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Skeleton className="h-8 w-full sm:w-72" />
        {["w-20", "w-24", "w-20", "w-18", "w-8"].map((width, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows keep their order
          <Skeleton key={n} className={`h-8 ${width}`} />
        ))}
        <Skeleton className="ml-auto h-8 w-40" />
      </div>
      <div className="rounded-lg border border-line bg-raised px-3 shadow-low">
        <ChartSkeleton heading={<Skeleton className="h-4 w-20" />} />
      </div>
      <LogRowsSkeleton rows={rows} />
    </div>
  );
}

export function LogRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-low">
      <div className="tap h-9 border-line border-b bg-sunken md:h-8" />
      {Array.from({ length: rows }, (_, n) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows keep their order
          key={n}
          className="flex h-22 items-center gap-6 border-line px-4 not-last:border-b md:h-9"
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
