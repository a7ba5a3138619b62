"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ListBox } from "@/components/ui/list-box";
import { accountQueries, accountsOfPage } from "@/lib/accounts/queries";
import { compareNames } from "@/lib/compare-names";
import { type RecentAccount, readRecentAccounts, rememberAccount } from "./recent-accounts";

const every = "every";
/** Recent accounts save no time in a list that is hardly longer. */
const noRecent: RecentAccount[] = [];

type Props = {
  chosen: string | null | undefined;
  /** Offers all accounts, under this name. */
  everyAccount?: string | undefined;
  /** Id of an account that is not offered. */
  except?: string | undefined;
  /** Null for all accounts. */
  onChoose: (account: string | null) => void;
};

/**
 * Accounts by name. Where there are more than a page of them, the server searches, and those chosen last come first. It is
 * drawn once it is open, because the first comparison of names on a page takes 15 ms of CPU.
 */
export function AccountChoices({ chosen, everyAccount, except, onChoose }: Props) {
  const [text, setText] = useState("");
  const [recent] = useState(readRecentAccounts);
  const { accounts, isMany, isCut, isSearching } = useMatching(useDeferredValue(text.trim()));
  const first = isMany && text === "" ? recent.filter(({ id }) => id !== except) : noRecent;
  const rest = accounts
    .filter(({ id }) => id !== except && !first.some((one) => one.id === id))
    .toSorted((one, other) => compareNames(one.name, other.name));
  const option = ({ id, name }: RecentAccount, group?: string) => ({
    value: id,
    label: name,
    group: first.length > 0 ? group : undefined,
  });
  const options = [
    ...(everyAccount ? [{ value: every, label: everyAccount }] : []),
    ...first.map((one) => option(one, "Recent")),
    ...rest.map((one) => option(one, "Accounts")),
  ];
  const choose = (value: string) => {
    const account = [...first, ...rest].find(({ id }) => id === value);
    if (account) rememberAccount(account);
    onChoose(account?.id ?? null);
  };
  return (
    <ListBox
      label="Account"
      options={options}
      value={chosen === null && everyAccount ? every : (chosen ?? undefined)}
      onChange={choose}
      onSearch={isMany ? setText : undefined}
      isSearching={isSearching}
      note={isCut ? noteOf(text) : undefined}
    />
  );
}

function noteOf(text: string): string {
  return text === ""
    ? "There are more accounts. Search by name or id."
    : `Only ${accountsOfPage} matches are listed.`;
}

/** Returns the accounts that match a text: all of them where there are few, because the list itself searches them. */
function useMatching(text: string) {
  const first = useQuery(accountQueries.first());
  const isMany = first.data?.nextCursor !== undefined;
  const asks = isMany && text !== "";
  const found = useQuery({ ...accountQueries.found(text), enabled: asks });
  const { data, isFetching } = asks ? found : first;
  return {
    accounts: data?.accounts ?? [],
    isMany,
    isCut: data?.nextCursor !== undefined,
    isSearching: isFetching,
  };
}
