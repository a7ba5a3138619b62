"use client";

import dynamic from "next/dynamic";
import { LogFilters } from "@/components/log-view/log-filters";
import type { LogView } from "@/components/log-view/use-log-view";
import { Skeleton } from "@/components/ui/skeleton";

// Drawn once their code is there: a click on buttons without it would be lost.
const LogTools = dynamic(() => import("./log-tools").then((made) => made.LogTools), {
  ssr: false,
  loading: () => <Skeleton className="h-8 w-40" />,
});

/** Filters, and actions on all matching deliveries, in one line. */
export function LogToolbar({ filters }: { filters: LogView }) {
  return (
    <div className="@container">
      <div className="flex flex-wrap items-start gap-2 @min-[62rem]:flex-nowrap">
        <LogFilters filters={filters} />
        <div className="ml-auto flex min-h-8 max-w-full shrink-0 flex-wrap items-center gap-1">
          <LogTools filters={filters} />
        </div>
      </div>
    </div>
  );
}
