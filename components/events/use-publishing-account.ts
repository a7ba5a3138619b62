"use client";

import { useQuery } from "@tanstack/react-query";
import { useChosenAccount } from "@/components/scope/account-scope";
import { accountQueries } from "@/lib/accounts/queries";
import { sampleQueries } from "@/lib/sample/queries";

/**
 * Returns the account that an event is published to: the given one, the one of all pages, or the only one. Sample data
 * gets no events.
 */
export function usePublishingAccount(given?: string): string | undefined {
  const chosen = useChosenAccount();
  const { data } = useQuery(accountQueries.list());
  const { data: sample } = useQuery(sampleQueries.status());
  const accounts = data?.accounts.filter(({ id }) => id !== sample?.accountId) ?? [];
  if (given) return given;
  const named = accounts.find(({ id }) => id === chosen)?.id;
  return named ?? (accounts.length === 1 ? accounts[0]?.id : undefined);
}
