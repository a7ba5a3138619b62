"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Ago, Day } from "@/components/time/moment";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { lastAttemptAt } from "@/components/webhooks/choose-webhooks";
import { formatPlural, formatQuantity, formatUrl } from "@/lib/format";
import { healthQueries } from "@/lib/health/queries";
import { settingsQueries, type WebhookSettings } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";

/** URL, id, times and limits of a webhook. */
export function WebhookFacts({ id }: { id: string }) {
  const { data: webhook } = useQuery(webhookQueries.one(id));
  const { data: settings } = useQuery(settingsQueries.one(id));
  const { data: health } = useQuery(healthQueries.notice(id));
  const attempted = webhook && lastAttemptAt({ webhook, health });
  return (
    <Card title="Details">
      <dl className="grid grid-cols-1 gap-2.5 text-sm">
        {/* Whole, because the title of the page may be cut. */}
        <Line name="Callback URL">{webhook && formatUrl(webhook.callbackUrl)}</Line>
        <Line name="Webhook id">
          <code className="wrap-anywhere font-mono text-xs">{id}</code>
          <CopyButton text={id} label="Copy webhook id" />
        </Line>
        <Line name="Created">{webhook && <Day at={webhook.createdAt} />}</Line>
        <Line name="Last attempt">{attempted ? <Ago at={attempted} /> : webhook && "never"}</Line>
        <Line name="Timeout">
          {settings && `${formatQuantity(settings.deadlineSeconds, "s")} per attempt`}
        </Line>
        <Line name="Limits">{settings && limitsOf(settings)}</Line>
      </dl>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-5 grid-cols-[min(7rem,40%)_minmax(0,1fr)] gap-x-3">
      <dt className="text-faint">{name}</dt>
      <dd className="wrap-anywhere flex min-w-0 items-start gap-1 [&>button]:-my-1">{children}</dd>
    </div>
  );
}

function limitsOf({ maxConcurrency, ratePerSecond }: WebhookSettings): string {
  const rate =
    ratePerSecond === null ? "no rate limit" : `${formatPlural(ratePerSecond, "request")}/s`;
  return `${maxConcurrency} concurrent, ${rate}`;
}
