"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronsUpDown } from "lucide-react";
import { useChosenAccount, useSwitchAccount } from "@/components/scope/account-scope";
import { late } from "@/components/ui/late";
import { Popover } from "@/components/ui/popover";
import { accountQueries } from "@/lib/accounts/queries";

const AccountChoices = late(() => import("./account-choices").then((made) => made.AccountChoices));

/** Limits the pages to one account. Hidden while there is only one. */
export function AccountSwitch({ onSwitch }: { onSwitch?: () => void }) {
  const { data } = useQuery(accountQueries.list());
  const chosen = useChosenAccount();
  const change = useSwitchAccount();
  const accounts = data?.accounts ?? [];
  if (accounts.length < 2 && !chosen) return null;
  const chosenAccount = accounts.find(({ id }) => id === chosen);
  const name = chosen ? (chosenAccount?.name ?? "Unknown account") : "All accounts";
  return (
    <Popover
      label="Account"
      preload={AccountChoices.preload}
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
      <AccountChoices
        accounts={accounts}
        chosen={chosen}
        onChoose={(account) => {
          onSwitch?.();
          change(account);
        }}
      />
    </Popover>
  );
}
