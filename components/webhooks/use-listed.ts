"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useAccountNames } from "@/components/accounts/use-account-names";
import { useFallback } from "@/components/live/use-live-state";
import { type Failure, mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import { useAccount } from "@/components/scope/account-scope";
import { healthQueries } from "@/lib/health/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookSearchQueries } from "@/lib/webhook-search/queries";
import { isCut, type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { chooseWebhooks, type Listed } from "./choose-webhooks";
import type { ListView } from "./use-list-view";
import { moreThan, searchOf } from "./webhook-address";

const everyMs = 5000;
type View = ListView["view"];
type Read<Data> = { data: Data | undefined; isPlaceholderData: boolean };

type Matching = {
  /** Those that match, in order. Undefined while loading. */
  shown: Listed[] | undefined;
  /** Number of all that match, if not all are shown. */
  total?: number | undefined;
  /** Shows more of them. Undefined if there are none, or too many are shown. */
  showMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
  /** Whether there is no webhook at all. */
  isEmpty: boolean;
  failure: Failure | undefined;
};

/** Returns the webhooks that match a view. The browser chooses among all; where a list lacks some, the server does. */
export function useListed(view: View, isManyAtFirst: boolean) {
  const refetchInterval = useFallback(everyMs);
  const newest = useStableQuery(useQuery({ ...webhookQueries.list(), refetchInterval }));
  const isMany = newest.data ? isCut(newest.data) : isManyAtFirst;
  const joined = useJoined(newest, view, isMany);
  const found = useFound(view, isMany);
  const matching: Matching = isMany ? found : joined;
  const names = useAccountNames();
  const account = useAccount();
  return {
    ...matching,
    hasOwners: !account && names.size > 1,
    ownerOf: ({ more }: Listed) => more && names.get(more.accountId),
  };
}

type Newest = { data?: Webhook[]; failure?: Failure };

/** Joins all webhooks with their health and settings. */
function useJoined(webhooks: Newest, view: View, isMany: boolean): Matching {
  const enabled = !isMany;
  const refetchInterval = useFallback(everyMs);
  const health = useStableQuery(useQuery({ ...healthQueries.list(), refetchInterval, enabled }));
  const settings = useStableQuery(
    useQuery({ ...settingsQueries.list(), refetchInterval, enabled }),
  );
  const healthOf = new Map(health.data?.map((each) => [each.webhookId, each]));
  const moreOf = new Map(settings.data?.map((each) => [each.webhookId, each]));
  const account = useAccount();
  const all = webhooks.data
    ?.map(
      (webhook): Listed => ({
        webhook,
        health: healthOf.get(webhook.id),
        more: moreOf.get(webhook.id),
      }),
    )
    .filter(({ more }) => !account || more?.accountId === account);
  return {
    shown: all && chooseWebhooks(all, view),
    isEmpty: all?.length === 0,
    failure: mergeFailures([webhooks, health, settings]),
  };
}

/** Has the server search. What it found before is searched here until it has answered. */
function useFound(view: View, enabled: boolean): Matching {
  const first = searchOf(useDeferredValue(view), useAccount());
  const { limit, enlarge } = useLimit(first);
  const search = { ...first, limit };
  const found = webhookSearchQueries.found(search);
  const query = useQuery({ ...found, refetchInterval: everyMs, enabled });
  // Shown if reading more of the same search fails. Has the number of all that match until they are read.
  const before = currentOf(useQuery({ ...webhookSearchQueries.found(first), enabled: false }));
  const { data = before, failure } = useStableQuery(query);
  const rows = data?.webhooks.map(
    ({ webhook, health, overview }): Listed => ({ webhook, health, more: overview }),
  );
  const isUnfiltered = !search.q && !search.status && !search.event;
  const current = currentOf(query);
  const isLoadingMore = !current && limit > first.limit;
  const total = (isLoadingMore ? before : current)?.total;
  const isPart = rows !== undefined && total !== undefined && total > rows.length;
  return {
    shown: rows && chooseWebhooks(rows, view),
    total: isPart ? total : undefined,
    showMore: isPart && !failure ? enlarge : undefined,
    isLoadingMore,
    isEmpty: isUnfiltered && current?.total === 0,
    failure,
  };
}

/** Returns the data of a query, unless it is that of the query before. */
function currentOf<Data>({ data, isPlaceholderData }: Read<Data>): Data | undefined {
  return isPlaceholderData ? undefined : data;
}

/** Returns how many webhooks of a search to show, and what shows more of them: undefined after the largest number. */
function useLimit(first: ReturnType<typeof searchOf>) {
  const of = JSON.stringify(first);
  const [larger, setLarger] = useState({ of, limit: first.limit });
  const limit = larger.of === of ? larger.limit : first.limit;
  const next = moreThan(limit);
  return { limit, enlarge: next === undefined ? undefined : () => setLarger({ of, limit: next }) };
}
