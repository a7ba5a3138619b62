"use client";

import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useAddress } from "@/components/address/use-address";
import { EmptyState } from "@/components/page/empty-state";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Card } from "@/components/ui/card";
import { preloadable } from "@/components/ui/preloadable";
import { Skeleton } from "@/components/ui/skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { alertQueries } from "@/lib/alerts/queries";
import { alertAddress } from "./alert-address";
import { AlertForm } from "./alert-form";
import { AlertTable } from "./alert-table";
import { pollIntervalMs } from "./poll-interval";
import { ReceiverActions } from "./receiver-actions";

// Opened by a click on an alert, or by an address.
const AlertCard = preloadable(() => import("./alert-card").then((made) => made.AlertCard), true);

/** Destination of alerts about the health of webhooks, and the latest alerts. */
export function AlertsView() {
  useIdleLoad(AlertCard.preload);
  const [{ alert }] = useAddress(alertAddress);
  const { data, failure } = useStableQuery(
    useQuery({
      ...alertQueries.read(),
      refetchInterval: ({ state }) => pollIntervalMs(state.data?.latest ?? [], Date.now()),
    }),
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      {alert && <AlertCard key={alert} id={alert} />}
      <ReadProblem what="Alerts" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <AlertsSkeleton />}
      {data && (
        <>
          <Card title="Destination" hint="Alerts are signed and retried like deliveries.">
            <div className="grid max-w-3xl grid-cols-1 gap-6">
              <AlertForm receiver={data.receiver} />
              {data.receiver && <ReceiverActions alerts={data.latest} />}
            </div>
          </Card>
          <section className="grid grid-cols-1 gap-3">
            <h2 className="font-semibold">Latest alerts</h2>
            {data.latest.length > 0 ? <AlertTable alerts={data.latest} /> : <NoAlerts />}
          </section>
        </>
      )}
    </div>
  );
}

export function AlertsSkeleton() {
  return <Skeleton className="h-128 w-full rounded-lg" />;
}

function NoAlerts() {
  return (
    <EmptyState
      icon={BellRing}
      title="No alerts yet"
      sentence="Alerts appear here when the health of a webhook changes, once a destination is set."
    />
  );
}
