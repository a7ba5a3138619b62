"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, History, Inbox, ListTree, Radio, Webhook } from "lucide-react";
import { useDeferredValue } from "react";
import { readRecent } from "@/components/navigation/recent";
import { useMay } from "@/lib/session/queries";
import { viewQueries } from "@/lib/views/queries";
import { byGroup, type Entry, isSecret, matching, unique } from "./entry";
import { find, mayBeId } from "./find";
import { useAccountEntries } from "./use-account-entries";
import { useCommands } from "./use-commands";
import { useWebhookEntries } from "./use-webhook-entries";
import type { WebhookAction } from "./webhook-dialog";

/** Dialog that replaces the palette: the list of shortcuts, or the question of an action. */
export type Next = "shortcuts" | WebhookAction;

/** Returns matching entries in the order of the list; `looking` while others may still be found. */
export function useEntries(text: string, show: (next: Next) => void) {
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
  const commands = matching(
    useCommands(() => show("shortcuts")),
    wanted,
  );
  const { webhooks, actions, looking: isReading } = useWebhookEntries(wanted, show);
  const accounts = useAccountEntries(wanted);
  const views = useViews(wanted);
  const entries: Entry[] = [
    ...(isId ? (found.data ?? []) : []),
    ...matching(recent(), wanted),
    ...webhooks,
    ...accounts.accounts,
    ...views,
    ...commands,
    ...actions,
    ...(wanted && !isSecret(wanted) ? [searchFor(wanted)] : []),
  ];
  // What is found already is chosen at once.
  const isNothingFound = entries.every(({ group }) => group === "Search");
  const isSearching = isReading || accounts.looking;
  const looking =
    text.trim() !== wanted || (isId && found.isFetching) || (isSearching && isNothingFound);
  return { entries: byGroup(unique(entries), wanted), looking };
}

const icons = { webhook: Webhook, delivery: ListTree, event: Radio, bin: Inbox, replay: History };

/** Objects that were opened last. */
function recent(): Entry[] {
  return readRecent().map(({ noun, href, name }) => {
    return { id: href, group: "Recent", icon: icons[noun], name, words: noun, href };
  });
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
    group: "Search",
    icon: ListTree,
    name: `Search deliveries for “${text}”`,
    href: `/deliveries?q=${encodeURIComponent(text)}`,
  };
}
