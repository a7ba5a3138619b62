"use client";

import { useQuery } from "@tanstack/react-query";
import { useChosenAccount } from "@/components/scope/account-scope";
import { accountQueries } from "@/lib/accounts/queries";
import { sampleQueries } from "@/lib/sample/queries";

/**
 * Returns the account that an event is published to: the given one, the one of all pages, or the only one; and whether one of
 * several has to be chosen. Sample data gets no events.
 */
export function usePublishingAccount(given?: string) {
  const chosen = useChosenAccount();
  const { data } = useQuery(accountQueries.first());
  const { data: sample } = useQuery(sampleQueries.status());
  const [only, ...others] = data?.accounts.filter(({ id }) => id !== sample?.accountId) ?? [];
  const ofPages = chosen === sample?.accountId ? undefined : chosen;
  const account = given ?? ofPages ?? (others.length === 0 ? only?.id : undefined);
  return { account, isMissing: account === undefined && others.length > 0 };
}
