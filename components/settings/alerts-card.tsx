"use client";

import { useQuery } from "@tanstack/react-query";
import { BellOff, Eye, Send } from "lucide-react";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Skeleton } from "@/components/ui/skeleton";
import {
  type Alerts,
  alertQueries,
  useRemoveAlertReceiver,
  useRevealAlertSecret,
  useTestAlert,
} from "@/lib/alerts/queries";
import { useMay } from "@/lib/session/queries";
import { AlertForm } from "./alert-form";
import { AlertList } from "./alert-list";

const soonMs = 1500;
const laterMs = 30_000;

/** Receiver of alerts about the health of webhooks. */
export function AlertsCard() {
  const may = useMay("admin");
  const { data, failure } = useStableQuery(
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

/** Actions on the alert receiver: test, reveal, stop. */
function AlertActions() {
  const test = useTestAlert();
  const remove = useRemoveAlertReceiver();
  const reveal = useRevealAlertSecret();
  const error = test.error ?? remove.error ?? reveal.error;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden="true" />
          Send test alert
        </Button>
        <Button disabled={reveal.isPending} onClick={() => reveal.mutate()}>
          <Eye aria-hidden="true" />
          Reveal secret
        </Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          <BellOff aria-hidden="true" />
          Stop alerts
        </Button>
      </div>
      {reveal.data && <CodeBlock label="secret of alerts" code={reveal.data.secret} wrap />}
      {error && (
        <p role="alert" className="font-medium text-bad">
          {error.message}
        </p>
      )}
    </div>
  );
}
