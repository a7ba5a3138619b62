"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { useShown } from "@/components/first-run/use-shown";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { usePreference } from "@/components/preferences/preferences";
import { useAccount } from "@/components/scope/account-scope";
import { usePeriodBefore } from "@/components/stats/use-period-before";
import { preloadable } from "@/components/ui/preloadable";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { webhookQueries } from "@/lib/webhooks/queries";
import { Breakdowns } from "./breakdowns";
import { Chart } from "./chart";
import { Incidents } from "./incidents";
import { NumberRow } from "./number-row";
import { OverviewSkeleton } from "./overview-skeleton";
import { useRange } from "./use-range";
import { isQuiet, useStats } from "./use-stats";

const FirstDay = dynamic(() =>
  import("@/components/first-run/first-day").then((made) => made.FirstDay),
);
// A choice of time may have no traffic.
const Quiet = preloadable(() => import("./quiet").then((made) => made.Quiet), true);
// At the end of the page, once the browser has read what is done.
const Checklist = dynamic(
  () => import("@/components/first-run/checklist").then((made) => made.Checklist),
  { ssr: false },
);

/** The start page: incidents first, then figures, then breakdowns. */
export function Overview() {
  useIdleLoad(Quiet.preload);
  const { view } = useRange();
  const stats = useStats();
  const { data, failure } = useStableQuery(stats);
  const account = useAccount();
  const before = usePeriodBefore(data, account ? { account } : {});
  const webhooks = useQuery(webhookQueries.newest());
  const isUnused = useOnce(webhooks.data?.length === 0 && data !== undefined && isQuiet(data));
  const [demonstration] = useShown("overview");
  const isFirstDay = isUnused || demonstration !== undefined;
  const hasChecklist = usePreference("checklist") === "shown";

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ReadProblem what="The figures" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <OverviewSkeleton />}
      {isFirstDay && (
        <Suspense>
          <FirstDay />
        </Suspense>
      )}
      {data && (
        <div
          className="grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity aria-busy:opacity-60"
          aria-busy={stats.isPlaceholderData}
        >
          {!isUnused && (
            <Incidents
              incidents={data.incidents}
              troubled={data.troubled}
              pausedByPerson={data.pausedByPerson}
              late={data.queue.late}
            />
          )}
          {isQuiet(data) && !isFirstDay && <Quiet lastEventAt={data.lastEventAt} view={view} />}
          {!isQuiet(data) && (
            <>
              <div className="overflow-clip rounded-lg border border-line bg-raised shadow-low">
                <NumberRow stats={data} view={view} before={before} />
                <div className="border-line border-t">
                  <Chart stats={data} before={before?.series} />
                </div>
              </div>
              <Breakdowns stats={data} view={view} />
            </>
          )}
        </div>
      )}
      {!isFirstDay && hasChecklist && <Checklist />}
    </div>
  );
}

/** Keeps a panel mounted once shown, although its own success ends the reason to show it. */
function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
