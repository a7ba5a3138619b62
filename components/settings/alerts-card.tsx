"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/page/problem-card";
import { useSteady } from "@/components/page/use-steady";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { type Alerts, alertQueries } from "@/lib/alerts/queries";
import { useMay } from "@/lib/session/queries";
import { AlertActions } from "./alert-actions";
import { AlertForm } from "./alert-form";
import { AlertList } from "./alert-list";

const soonMs = 1500;
const laterMs = 30_000;

/** Receiver of alerts about the health of webhooks. */
export function AlertsCard() {
  const may = useMay("admin");
  const { data, failure } = useSteady(
    useQuery({
      ...alertQueries.read(),
      enabled: may,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? soonMs : laterMs),
    }),
  );
  if (!may) return null;
  return (
    <Card
      title="Alerts"
      hint="Sends a POST to your own URL when a webhook's health changes: a chat, a pager, a mail gateway. Alerts are signed and retried like deliveries."
    >
      {failure && <ProblemCard what="Alerts could not be loaded" {...failure} />}
      {!data && !failure && <Skeleton className="h-96 w-full" />}
      {data && (
        <div className="grid grid-cols-1 gap-6">
          <AlertForm receiver={data.receiver} />
          {data.receiver && <AlertActions />}
          {data.latest.length > 0 && <AlertList alerts={data.latest} />}
        </div>
      )}
    </Card>
  );
}

/** Polls while an alert waits for its first result. */
function isUnderWay(alerts: Alerts | undefined): boolean {
  return alerts?.latest.some(({ status }) => status === "pending") ?? false;
}
