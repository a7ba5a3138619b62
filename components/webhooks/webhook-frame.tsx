"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { EventTags } from "@/components/events/event-tags";
import { useFallback } from "@/components/live/use-live-state";
import { FailedPage } from "@/components/page/failed-page";
import { PageHeader } from "@/components/page/page-header";
import { Tabs } from "@/components/page/tabs";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { Ago, Day } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { formatUrl } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { HealthNotice, HealthOf } from "./health-notice";
import { useWebhookActions } from "./use-webhook-actions";
import { WebhookActions } from "./webhook-actions";

const ActionResultLine = dynamic(
  () => import("./action-result").then((made) => made.ActionResultLine),
  { ssr: false },
);
const DeleteDialog = dynamic(() => import("./delete-dialog").then((made) => made.DeleteDialog), {
  ssr: false,
});
const everyMs = 5000;
const back = { href: "/webhooks", label: "Webhooks" };

/** Header and tabs of a webhook, shared by its pages. */
export function WebhookFrame({ id, children }: { id: string; children: ReactNode }) {
  const refetchInterval = useFallback(everyMs);
  const { data: webhook, failure } = useStableQuery(
    useQuery({ ...webhookQueries.one(id), refetchInterval }),
  );
  const { data: settings } = useQuery(settingsQueries.one(id));
  const { actions, result, setResult, removing, remove } = useWebhookActions();
  const router = useRouter();

  if (failure && !webhook) {
    return (
      <FailedPage back={back} title="Webhook" what="The webhook could not be loaded" {...failure} />
    );
  }
  const url = webhook && formatUrl(webhook.callbackUrl);
  return (
    <>
      <PageHeader
        back={back}
        title={settings?.label || url || <TitleSkeleton />}
        hint={
          <>
            {settings?.label && <p className="wrap-anywhere">{url}</p>}
            {webhook && <Facts webhook={webhook} />}
          </>
        }
        badge={<HealthOf id={id} />}
        actions={webhook && <WebhookActions webhook={webhook} actions={actions} />}
      />
      <div role="status" className="mb-6 empty:hidden">
        {result && (
          <ActionResultLine result={result} actions={actions} close={() => setResult(undefined)} />
        )}
      </div>
      <HealthNotice id={id} />
      <WebhookTabs id={id} />
      {children}
      {removing && (
        <DeleteDialog
          webhook={removing}
          close={() => remove(undefined)}
          onRemoved={() => router.push("/webhooks")}
        />
      )}
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

function TitleSkeleton() {
  return (
    <>
      <span className="sr-only">Webhook</span>
      <Skeleton className="h-7 w-72" />
    </>
  );
}

/** Tabs of a webhook, also by number keys. An open delivery takes the number keys. */
function WebhookTabs({ id }: { id: string }) {
  const router = useRouter();
  const at = (tab: string) => `/webhooks/${id}/${tab}`;
  const go = (tab: string) => () => router.push(at(tab));
  useShortcuts(
    {
      webhookDeliveries: go("deliveries"),
      webhookSettings: go("settings"),
      webhookSigning: go("signing"),
      webhookTest: go("test"),
    },
    () => !new URLSearchParams(window.location.search).has("d"),
  );
  return (
    <Tabs
      label="Webhook"
      tabs={[
        { href: at("deliveries"), name: "Deliveries" },
        { href: at("settings"), name: "Settings" },
        { href: at("signing"), name: "Signing" },
        { href: at("test"), name: "Test" },
      ]}
    />
  );
}
