"use client";

import { useQuery } from "@tanstack/react-query";
import { mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import type { EventName } from "@/db/enums";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookSearchQueries } from "@/lib/webhook-search/queries";
import { isCut, webhookQueries } from "@/lib/webhooks/queries";

/** Most webhooks of the list that the server searched. */
const listed = 100;

/**
 * Returns webhooks subscribed to an event type, whether each is paused, and the number of all; all undefined until they are read.
 * Where the list of webhooks lacks some, the server searches.
 *
 * @param enabled false while the account is not known
 */
export function useSubscribed(name: EventName, account: string | undefined, enabled = true) {
  const newest = useStableQuery(useQuery({ ...webhookQueries.list(account), enabled }));
  const isMany = isCut(newest.data);
  const { data: overviews } = useQuery(settingsQueries.list());
  const search = { event: name, sort: "name" as const, limit: listed, ...(account && { account }) };
  const found = useStableQuery(
    useQuery({ ...webhookSearchQueries.found(search), enabled: isMany }),
  );
  const failure = mergeFailures([newest, found]);
  if (isMany) {
    const subscribed = found.data?.webhooks.map(({ webhook, overview: { paused } }) => ({
      ...webhook,
      paused,
    }));
    return { subscribed, total: found.data?.total, failure };
  }
  const paused = new Set(overviews?.filter(({ paused }) => paused).map((of) => of.webhookId));
  const subscribed = newest.data
    ?.filter(({ events }) => events.includes(name))
    .map((webhook) => ({ ...webhook, paused: paused.has(webhook.id) }));
  return { subscribed, total: subscribed?.length, failure };
}
