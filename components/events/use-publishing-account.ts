"use client";

import { useQuery } from "@tanstack/react-query";
import { accountQueries } from "@/lib/accounts/queries";
import { sampleQueries } from "@/lib/sample/queries";

/** Returns the account that an event is published to: the chosen one, or the only one, sample data aside. */
export function usePublishingAccount(chosen?: string): string | undefined {
  const { data } = useQuery(accountQueries.list());
  const { data: sample } = useQuery(sampleQueries.status());
  const accounts = data?.accounts.filter(({ id }) => id !== sample?.accountId) ?? [];
  return chosen ?? (accounts.length === 1 ? accounts[0]?.id : undefined);
}
