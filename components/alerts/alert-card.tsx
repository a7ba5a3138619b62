"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { ProblemCard } from "@/components/page/problem-card";
import { useDocumentTitle } from "@/components/page/use-document-title";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Fact, Facts } from "@/components/ui/facts";
import { Skeleton } from "@/components/ui/skeleton";
import { type AlertDetail, alertQueries } from "@/lib/alerts/queries";
import { alertName } from "./alert-name";
import { AlertResponse, AlertState } from "./alert-table";
import { pollIntervalMs } from "./poll-interval";
import { webhookName } from "./webhook-name";

/** The alert of the address: its delivery and its data. */
export function AlertCard({ id }: { id: string }) {
  const { data, failure } = useStableQuery(
    useQuery({
      ...alertQueries.one(id),
      refetchInterval: ({ state: { data } }) =>
        data?.status === "pending" && pollIntervalMs([data], Date.now()),
    }),
  );
  useDocumentTitle(data && `${alertName(data.kind)} · Alerts`);
  if (failure && !data) return <ProblemCard what="The alert could not be loaded" {...failure} />;
  return (
    <Card
      title={data ? `Alert: ${alertName(data.kind)}` : "Alert"}
      actions={
        <ButtonLink
          look="quiet"
          size="small"
          shape="icon"
          href="/alerts"
          scroll={false}
          aria-label="Close alert"
          title="Close"
        >
          <X aria-hidden="true" />
        </ButtonLink>
      }
    >
      {data ? <Details alert={data} /> : <Skeleton className="h-64 w-full" />}
    </Card>
  );
}

function Details({ alert }: { alert: AlertDetail }) {
  const { id, reason, createdAt, attempts, webhookId, data } = alert;
  const name = webhookName(alert);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>{reason}</p>
      <Facts>
        <Fact name="State">
          <AlertState alert={alert} />
        </Fact>
        <Fact name="Created">
          <Moment at={createdAt} />
        </Fact>
        <Fact name="Attempts">{attempts}</Fact>
        <Fact name="Response">
          <span className="wrap-anywhere">
            <AlertResponse alert={alert} />
          </span>
        </Fact>
        {webhookId && (
          <Fact name="Webhook">
            <Link
              href={`/webhooks/${webhookId}`}
              prefetch={false}
              className="truncate rounded-sm text-accent underline-offset-2 pointer-coarse:py-3 hover:underline"
            >
              {name}
            </Link>
          </Fact>
        )}
        <Fact name="Alert id" wide>
          <code className="wrap-anywhere font-mono text-xs">{id}</code>
        </Fact>
      </Facts>
      <CodeBlock label="data" code={JSON.stringify(data, null, 2)} wrap />
    </div>
  );
}
