import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

type Props = { children: ReactNode; back?: boolean; filters?: boolean };

/** A page before its rows: the header's height, then whatever is coming. */
export function PageSkeleton({ children, back = false, filters = false }: Props) {
  return (
    <div role="status" aria-label="Loading">
      {back && <Skeleton className="mb-2 h-6 w-24" />}
      <Skeleton className="mb-1 h-7 w-48" />
      <Skeleton className="mb-6 h-5 w-80 max-w-full" />
      {filters && (
        <div className="mb-3 flex gap-2">
          <Skeleton className="h-8 w-24" />
          <Skeleton className="h-8 w-24" />
          <Skeleton className="h-8 w-24" />
        </div>
      )}
      {children}
    </div>
  );
}
