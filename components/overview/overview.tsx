"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { Checklist } from "@/components/first-run/checklist";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { webhookQueries } from "@/lib/webhooks/queries";
import { Breakdowns } from "./breakdowns";
import { Chart } from "./chart";
import { Incidents } from "./incidents";
import { NumberRow } from "./number-row";
import { OverviewSkeleton } from "./overview-skeleton";
import { Quiet } from "./quiet";
import { useRange } from "./use-range";
import { isQuiet, useStats } from "./use-stats";

const SeeItWork = dynamic(() =>
  import("@/components/first-run/see-it-work").then(({ SeeItWork }) => SeeItWork),
);

/** How the platform does: what needs somebody first, then the figures, then the details. */
export function Overview() {
  const { view } = useRange();
  const stats = useStats();
  const { data, failure } = useSteady(stats);
  const webhooks = useQuery(webhookQueries.list());
  const isFirstDay = useOnce(webhooks.data?.length === 0 && data !== undefined && isQuiet(data));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && (
        <ProblemCard
          what={
            data ? "The figures could not be brought up to date" : "The figures could not be loaded"
          }
          {...failure}
        />
      )}
      {!data && !failure && <OverviewSkeleton />}
      {isFirstDay && (
        <>
          <Suspense>
            <SeeItWork />
          </Suspense>
          <Checklist />
        </>
      )}
      {data && (
        <div
          className="grid grid-cols-[minmax(0,1fr)] gap-4 transition-opacity aria-busy:opacity-60"
          aria-busy={stats.isPlaceholderData}
        >
          {!isFirstDay && <Incidents incidents={data.incidents} />}
          {isQuiet(data) && !isFirstDay && <Quiet lastEventAt={data.lastEventAt} view={view} />}
          {!isQuiet(data) && (
            <>
              <NumberRow stats={data} view={view} />
              <Chart stats={data} view={view} />
              <Breakdowns stats={data} view={view} />
            </>
          )}
        </div>
      )}
      {!isFirstDay && <Checklist />}
    </div>
  );
}

/** What begins to be shown stays, although its own success ends its reason. */
function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
