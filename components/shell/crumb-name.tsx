"use client";

import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { formatTarget } from "@/lib/format";
import { inboxQueries } from "@/lib/inbox/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import type { Thing } from "./crumbs";

/**
 * What the page calls the thing it shows, once the page has read it. It only looks: a query begun up here would be
 * there before the page's own rows, and keep them out of what the server draws.
 */
export function CrumbName({ thing, fallback }: { thing: Thing; fallback: string }) {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const name = useSyncExternalStore<string | undefined>(
    useCallback((changed) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => nameIn(client, thing) ?? fallback,
    () => undefined,
  );
  if (name === undefined) return <Skeleton className="h-4 w-24" />;
  return <span className="block max-w-64 truncate">{name}</span>;
}

function nameIn(client: QueryClient, { noun, id }: Thing): string | undefined {
  if (noun === "bin") return client.getQueryData(inboxQueries.bin(id).queryKey)?.name || undefined;
  const label = client.getQueryData(settingsQueries.one(id).queryKey)?.label;
  const url = client.getQueryData(webhookQueries.one(id).queryKey)?.callbackUrl;
  return label || (url && formatTarget(url));
}
