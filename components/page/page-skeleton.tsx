import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { PageHeader } from "./page-header";

type Props = { title?: string; hint?: string; filters?: boolean; children: ReactNode };

/** Loading state of a page. Known parts are in place; the rest reserves its space. */
export function PageSkeleton({ title, hint, filters = false, children }: Props) {
  return (
    <div role="status" aria-label="Loading">
      {title ? <PageHeader title={title} hint={hint} /> : <UnknownHeader />}
      {filters && (
        <div className="mb-3 flex gap-2">
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-8 w-24" />
        </div>
      )}
      {children}
    </div>
  );
}

function UnknownHeader() {
  return (
    <div className="mb-6">
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="mb-2 h-6 w-24" />
      <Skeleton className="mb-1 h-7 w-80 max-w-full" />
      <Skeleton className="h-5 w-96 max-w-full" />
    </div>
  );
}
