"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { Checklist } from "@/components/first-run/checklist";
import { ProblemCard } from "@/components/page/problem-card";
import { useSteady } from "@/components/page/use-steady";
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

/** The start page: incidents first, then figures, then breakdowns. */
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
          what={data ? "The figures could not be refreshed" : "The figures could not be loaded"}
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

/** Keeps a panel mounted once shown, although its own success ends the reason to show it. */
function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
