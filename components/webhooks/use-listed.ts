"use client";

import { useQuery } from "@tanstack/react-query";
import { useFallback } from "@/components/live/use-live-state";
import { mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import { useAccount } from "@/components/scope/account-scope";
import { accountQueries } from "@/lib/accounts/queries";
import { healthQueries } from "@/lib/health/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import type { Listed } from "./choose-webhooks";

const everyMs = 5000;

/** Joins webhooks with their health, settings and accounts. */
export function useListed() {
  const refetchInterval = useFallback(everyMs);
  const webhooks = useStableQuery(useQuery({ ...webhookQueries.list(), refetchInterval }));
  const health = useStableQuery(useQuery({ ...healthQueries.list(), refetchInterval }));
  const settings = useStableQuery(useQuery({ ...settingsQueries.list(), refetchInterval }));
  const accounts = useQuery(accountQueries.list());

  const healthOf = new Map(health.data?.map((each) => [each.webhookId, each]));
  const moreOf = new Map(settings.data?.map((each) => [each.webhookId, each]));
  const names = new Map(accounts.data?.accounts.map(({ id, name }) => [id, name]));
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
    all,
    failure: mergeFailures([webhooks, health, settings]),
    hasOwners: !account && names.size > 1,
    ownerOf: ({ more }: Listed) => more && names.get(more.accountId),
  };
}
