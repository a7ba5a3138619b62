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
  const { data } = useQuery(accountQueries.first());
  const { data: sample } = useQuery(sampleQueries.status());
  if (given) return given;
  if (chosen && chosen !== sample?.accountId) return chosen;
  const [only, ...others] = data?.accounts.filter(({ id }) => id !== sample?.accountId) ?? [];
  return others.length === 0 ? only?.id : undefined;
}
