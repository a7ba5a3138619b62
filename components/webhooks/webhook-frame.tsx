"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EventTags } from "@/components/events/event-tags";
import { useFallback } from "@/components/live/use-live-state";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Ago, Day } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { formatUrl } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { HealthNotice, HealthOf } from "./health-notice";
import { WebhookActions } from "./webhook-actions";
import { WebhookTabs } from "./webhook-tabs";

const everyMs = 5000;

/** What stays in place while its tabs change: which webhook, how it does, and where to go. */
export function WebhookFrame({ id, children }: { id: string; children: ReactNode }) {
  const refetchInterval = useFallback(everyMs);
  const { data: webhook, failure } = useSteady(
    useQuery({ ...webhookQueries.one(id), refetchInterval }),
  );
  const { data: settings } = useQuery(settingsQueries.one(id));

  if (failure && !webhook) {
    return <ProblemCard what="The webhook could not be loaded" {...failure} />;
  }
  const url = webhook && formatUrl(webhook.callbackUrl);
  return (
    <>
      <PageHeader
        back={{ href: "/webhooks", label: "Webhooks" }}
        title={settings?.label || url || <Skeleton className="h-7 w-72" />}
        hint={
          <>
            {settings?.label && <p className="wrap-anywhere">{url}</p>}
            {webhook && <Facts webhook={webhook} />}
          </>
        }
        badge={<HealthOf id={id} />}
        actions={<WebhookActions id={id} />}
      />
      <HealthNotice id={id} />
      <WebhookTabs id={id} />
      {children}
    </>
  );
}

function Facts({ webhook: { id, createdAt, lastTriggeredAt, events } }: { webhook: Webhook }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1">
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy webhook id" />
      </span>
      <span>
        created <Day at={createdAt} />
      </span>
      <span>
        {lastTriggeredAt ? (
          <>
            last triggered <Ago at={lastTriggeredAt} />
          </>
        ) : (
          "never triggered"
        )}
      </span>
      <EventTags events={events} />
    </div>
  );
}
