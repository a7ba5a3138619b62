"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useFallback } from "@/components/live/use-live-state";
import { RangeSwitch } from "@/components/overview/range-switch";
import { useRange } from "@/components/overview/use-range";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { RotateSecret } from "@/components/webhooks/rotate-secret";
import { statsQueries } from "@/lib/stats/queries";
import { Figures } from "./figures";
import { HealthNotice } from "./health-notice";
import { LastFailure } from "./last-failure";
import { OutcomeChart } from "./outcome-chart";
import { ChartSkeleton, FiguresSkeleton } from "./overview-skeleton";
import { WebhookFacts } from "./webhook-facts";

// Only the browser knows which webhooks are new in its tab.
const NewWebhookPanel = dynamic(
  () => import("./new-webhook-panel").then((made) => made.NewWebhookPanel),
  { ssr: false },
);
// Drawn by the server, and all in it that can be clicked are links; its code follows the page.
const History = dynamic(() => import("./history").then((made) => made.History), {
  loading: () => <Skeleton className="h-40 w-full rounded-lg" />,
});
const everyMs = 5000;

/** Health of a webhook: its notice, key figures, deliveries over time, the last failure, and the history. */
export function WebhookOverview({ id }: { id: string }) {
  const { view } = useRange();
  const refetchInterval = useFallback(everyMs);
  const stats = useQuery({ ...statsQueries.read(view, { webhook: id }), refetchInterval });
  const { data, failure } = useStableQuery(stats);
  return (
    <div className="grid grid-cols-1 gap-4">
      <NewWebhookPanel id={id} />
      <HealthNotice id={id} incident={data?.incidents[0]} />
      <ReadProblem what="The figures" failure={failure} hasData={data !== undefined} />
      <div className="flex justify-end">
        <RangeSwitch />
      </div>
      <div
        className="grid grid-cols-1 gap-4 transition-opacity aria-busy:opacity-60"
        aria-busy={stats.isPlaceholderData}
      >
        {data ? <Figures id={id} stats={data} view={view} /> : <FiguresSkeleton />}
        {data ? <OutcomeChart id={id} stats={data} /> : <ChartSkeleton />}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4">
          <LastFailure id={id} incident={data?.incidents[0]} />
          <History id={id} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <WebhookFacts id={id} />
          <Card title="Signing secret">
            <RotateSecret id={id} />
          </Card>
        </div>
      </div>
    </div>
  );
}
