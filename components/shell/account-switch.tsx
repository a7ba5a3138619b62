"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronsUpDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useChosenAccount, useSwitchAccount } from "@/components/scope/account-scope";
import { Popover } from "@/components/ui/popover";
import { accountQueries } from "@/lib/accounts/queries";

const ListBox = dynamic(
  () => import("@/components/ui/list-box").then((made) => made.ListBox<string>),
  {
    ssr: false,
  },
);

const every = "every";

/** Limits the pages to one account. Hidden while there is only one. */
export function AccountSwitch({ onSwitch }: { onSwitch?: () => void }) {
  const { data } = useQuery(accountQueries.list());
  const chosen = useChosenAccount();
  const change = useSwitchAccount();
  const accounts = data?.accounts ?? [];
  if (accounts.length < 2 && !chosen) return null;
  const options = [
    { value: every, label: "All accounts" },
    ...accounts
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
  const value = chosen ?? every;
  const name = options.find((one) => one.value === value)?.label ?? "Unknown account";
  return (
    <Popover
      label="Account"
      trigger={
        <button
          type="button"
          aria-label={`Account: ${name}`}
          title={name}
          className="mb-3 flex h-9 w-full shrink-0 items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-left font-medium shadow-low hover:bg-hover"
        >
          <Building2
            aria-hidden="true"
            className={`size-4 shrink-0 ${chosen ? "text-accent" : "text-faint"}`}
          />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
        </button>
      }
    >
      <ListBox
        label="Account"
        options={options}
        value={value}
        onChange={(account) => {
          onSwitch?.();
          change(account === every ? null : account);
        }}
      />
    </Popover>
  );
}
