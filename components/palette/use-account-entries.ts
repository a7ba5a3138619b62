"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { type Account, accountQueries } from "@/lib/accounts/queries";
import { useSeesAll } from "@/lib/session/queries";
import { type Entry, isSecret, matching } from "./entry";

const mostAccounts = 6;

/**
 * Returns the accounts with this text in their name or id, each with a link to its overview. Members, and installations with one
 * account, have none to choose from. `looking` while accounts are read.
 */
export function useAccountEntries(text: string): { accounts: Entry[]; looking: boolean } {
  const seesAll = useSeesAll();
  const q = text.replace(/^accounts? /i, "");
  // The name of the page is no search for an account.
  const isAsked = seesAll && !"accounts".startsWith(q.toLowerCase()) && !isSecret(q);
  const first = useQuery({ ...accountQueries.first(), enabled: isAsked });
  const isMany = first.data?.nextCursor !== undefined;
  const found = useQuery({ ...accountQueries.found(q), enabled: isAsked && isMany });
  if (!isAsked || first.data?.accounts.length === 1) return { accounts: [], looking: false };
  const { data, isFetching } = isMany ? found : first;
  const known = data?.accounts ?? [];
  return {
    accounts: matching(known.map(entryOf), text).slice(0, mostAccounts),
    looking: isFetching,
  };
}

function entryOf({ id, name }: Account): Entry {
  return {
    id: `account-${id}`,
    group: "Accounts",
    icon: Building2,
    name: `Account ${name}`,
    words: id,
    href: `/?account=${id}`,
  };
}
