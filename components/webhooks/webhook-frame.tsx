"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { mayLeave } from "@/components/address/leave";
import { useFallback } from "@/components/live/use-live-state";
import { PageHeader } from "@/components/page/page-header";
import { Tabs } from "@/components/page/tabs";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { formatUrl, isolateName } from "@/lib/format";
import { Problem } from "@/lib/protocol/problem";
import { settingsQueries } from "@/lib/settings/queries";
import { isBeingRemoved } from "@/lib/webhooks/is-being-removed";
import { webhookQueries } from "@/lib/webhooks/queries";
import { HealthOf } from "./health-badge";
import { useWebhookActions } from "./use-webhook-actions";
import { WebhookActions } from "./webhook-actions";

const ActionResultLine = dynamic(
  () => import("./action-result").then((made) => made.ActionResultLine),
  { ssr: false },
);
const DeleteDialog = dynamic(() => import("./delete-dialog").then((made) => made.DeleteDialog), {
  ssr: false,
});
// Drawn by the server; its code follows the page, as nothing in it can be clicked. A document that is sent in parts has it
// later, in the place of the line.
const WebhookLine = dynamic(() => import("./webhook-line").then((made) => made.WebhookLine), {
  loading: () => <div className="h-5.5" />,
});
// Loaded once the page is idle: when it is needed, the web process may be away.
const loadUnread = () => import("./unread-webhook");
const UnreadWebhook = dynamic(() => loadUnread().then((made) => made.UnreadWebhook));
const everyMs = 5000;

/** Header and tabs of a webhook, shared by its pages. */
export function WebhookFrame({ id, children }: { id: string; children: ReactNode }) {
  const refetchInterval = useFallback(everyMs);
  const { data: webhook, failure } = useStableQuery(
    useQuery({ ...webhookQueries.one(id), refetchInterval }),
  );
  const { data: settings } = useQuery(settingsQueries.one(id));
  const { actions, result, setResult, removing, remove } = useWebhookActions();
  const router = useRouter();
  const client = useQueryClient();
  useIdleLoad(loadUnread);

  // Another person deleted the webhook. Its page would still show its health, and each of its actions would fail.
  const isGone = failure?.error instanceof Problem && failure.error.status === 404;
  if (failure && (!webhook || (isGone && !isBeingRemoved(client, id)))) {
    return <UnreadWebhook {...failure} />;
  }
  const url = webhook && formatUrl(webhook.callbackUrl);
  return (
    <>
      <PageHeader
        title={
          url ? (
            <span className="line-clamp-3" title={url}>
              {isolateName(settings?.label ?? "") || url}
            </span>
          ) : (
            <TitleSkeleton />
          )
        }
        hint={webhook && <WebhookLine webhook={webhook} url={settings?.label ? url : undefined} />}
        badge={<HealthOf id={id} />}
        actions={webhook && <WebhookActions webhook={webhook} actions={actions} />}
      />
      <div role="status" className="mb-6 empty:hidden">
        {result && (
          <ActionResultLine
            result={result}
            actions={actions}
            close={() => setResult(undefined)}
            isPaused={() => settings?.paused}
          />
        )}
      </div>
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

function TitleSkeleton() {
  return (
    <>
      <span className="sr-only">Webhook</span>
      <Skeleton className="h-7 w-72 max-w-full" />
    </>
  );
}

/** The path of each but the first ends with its name. Each has a shortcut, `webhook` and its name. */
const names = ["Overview", "Deliveries", "Settings", "Signing", "Test"] as const;

/** Tabs of a webhook, also by number keys. An open delivery takes the number keys. */
function WebhookTabs({ id }: { id: string }) {
  const router = useRouter();
  const tabs = names.map((name, n) => ({
    name,
    href: `/webhooks/${id}${n > 0 ? `/${name.toLowerCase()}` : ""}`,
  }));
  useShortcuts(
    Object.fromEntries(
      tabs.map(({ name, href }) => [`webhook${name}`, () => mayLeave() && router.push(href)]),
    ),
    () => !new URLSearchParams(window.location.search).has("d"),
  );
  return <Tabs label="Webhook" tabs={tabs} />;
}
