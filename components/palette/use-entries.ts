"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, ListTree, Webhook } from "lucide-react";
import { useDeferredValue } from "react";
import { formatTarget } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { viewQueries } from "@/lib/views/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { type Entry, matching } from "./entry";
import { find, isSecret, mayBeId } from "./find";
import { useCommands } from "./use-commands";

const mostWebhooks = 6;

/** Returns matching entries, best first; `looking` while the server searches for an id. */
export function useEntries(text: string, showKeys: () => void) {
  const wanted = useDeferredValue(text.trim());
  const client = useQueryClient();
  const admin = useMay("admin");
  const isId = mayBeId(wanted);
  const found = useQuery({
    queryKey: ["palette", wanted],
    queryFn: () => find(client, wanted, admin),
    enabled: isId,
    staleTime: 0,
  });
  const commands = matching(useCommands(showKeys), wanted);
  const webhooks = useWebhooks(wanted);
  const views = useViews(wanted);
  const entries: Entry[] = [
    ...(isId ? (found.data ?? []) : []),
    ...webhooks,
    ...views,
    ...commands,
    ...(wanted && !isSecret(wanted) ? [searchFor(wanted)] : []),
  ];
  const looking = text.trim() !== wanted || (isId && found.isFetching);
  return { entries: unique(entries), looking };
}

function useWebhooks(text: string): Entry[] {
  const { data } = useQuery(webhookQueries.list());
  const { data: settings } = useQuery(settingsQueries.list());
  if (!text) return [];
  const labels = new Map(settings?.map(({ webhookId, label }) => [webhookId, label]));
  const all = (data ?? []).map(
    ({ id, callbackUrl, events }): Entry => ({
      id: `/webhooks/${id}/deliveries`,
      group: "Webhooks",
      icon: Webhook,
      name: labels.get(id) || formatTarget(callbackUrl),
      ...(labels.get(id) && { hint: formatTarget(callbackUrl) }),
      words: `${id} ${events.join(" ")}`,
      href: `/webhooks/${id}/deliveries`,
    }),
  );
  return matching(all, text).slice(0, mostWebhooks);
}

function useViews(text: string): Entry[] {
  const { data } = useQuery(viewQueries.list());
  const all = (data?.views ?? []).map(({ id, name, query }): Entry => {
    return { id, group: "Views", icon: Bookmark, name, href: `/deliveries?${query}` };
  });
  return matching(all, text);
}

function searchFor(text: string): Entry {
  return {
    id: "search",
    group: "Actions",
    icon: ListTree,
    name: `Search deliveries for “${text}”`,
    href: `/deliveries?q=${encodeURIComponent(text)}`,
  };
}

function unique(entries: Entry[]): Entry[] {
  const ids = new Set<string>();
  return entries.filter(({ id }) => !ids.has(id) && ids.add(id));
}
