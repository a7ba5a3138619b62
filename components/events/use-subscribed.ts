"use client";

import { useQuery } from "@tanstack/react-query";
import { mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import type { EventName } from "@/db/enums";
import { webhookSearchQueries } from "@/lib/webhook-search/queries";
import { isCut, webhookQueries } from "@/lib/webhooks/queries";

/** Most webhooks of the list that the server searched. */
const listed = 100;

/**
 * Returns webhooks subscribed to an event type, and the number of all; both undefined until they are read. Where the list of
 * webhooks lacks some, the server searches.
 *
 * @param enabled false while the account is not known
 */
export function useSubscribed(name: EventName, account: string | undefined, enabled = true) {
  const newest = useStableQuery(useQuery({ ...webhookQueries.list(account), enabled }));
  const isMany = isCut(newest.data);
  const search = { event: name, sort: "name" as const, limit: listed, ...(account && { account }) };
  const found = useStableQuery(
    useQuery({ ...webhookSearchQueries.found(search), enabled: isMany }),
  );
  const failure = mergeFailures([newest, found]);
  if (isMany) {
    const subscribed = found.data?.webhooks.map(({ webhook }) => webhook);
    return { subscribed, total: found.data?.total, failure };
  }
  const subscribed = newest.data?.filter(({ events }) => events.includes(name));
  return { subscribed, total: subscribed?.length, failure };
}
