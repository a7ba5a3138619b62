"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook as WebhookIcon } from "lucide-react";
import { useFallback } from "@/components/live/use-live-state";
import { EmptyState } from "@/components/shell/empty-state";
import { ProblemCard } from "@/components/shell/problem-card";
import { ButtonLink } from "@/components/ui/button-link";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { healthQueries } from "@/lib/health/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { byHealth } from "./by-health";
import { webhookColumns } from "./webhook-columns";
import { WebhookRow } from "./webhook-row";

const everyMs = 5000;

/** All webhooks with how they do. */
export function WebhookTable() {
  const refetchInterval = useFallback(everyMs);
  const { data, error, refetch, isFetching } = useQuery({
    ...webhookQueries.list(),
    refetchInterval,
  });
  const health = useQuery({ ...healthQueries.list(), refetchInterval });
  const healthOf = new Map(health.data?.map((each) => [each.webhookId, each]));
  const failed = error ?? health.error;

  return (
    <div className="grid gap-3">
      {failed && (
        <ProblemCard
          what={error ? "Webhooks could not be loaded" : "Their health could not be loaded"}
          error={failed}
          retry={() => void Promise.all([refetch(), health.refetch()])}
          busy={isFetching}
        />
      )}
      {!data && !error && <TableSkeleton columns={webhookColumns} rows={6} />}
      {data?.length === 0 && <NoWebhooks />}
      {data && data.length > 0 && (
        <Table
          caption="Webhooks, those in trouble first, then newest first"
          columns={webhookColumns}
        >
          {byHealth(data, healthOf).map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} health={healthOf.get(webhook.id)} />
          ))}
        </Table>
      )}
    </div>
  );
}

const create = `POST /v1/webhooks
{"callbackUrl":"https://example.com/hooks","events":["VIDEO_GENERATION_SUCCESS"]}`;

function NoWebhooks() {
  return (
    <EmptyState
      icon={WebhookIcon}
      title="No webhooks yet"
      sentence="A webhook is a callback URL and the events it wants; Postback sends them there, signed, and tries again when that fails."
      action={
        <ButtonLink href="/webhooks/new" look="primary">
          Create a webhook
        </ButtonLink>
      }
      curl={create}
    />
  );
}
