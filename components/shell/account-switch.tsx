"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronsUpDown } from "lucide-react";
import { useAccountName } from "@/components/accounts/use-account-name";
import { useChosenAccount, useSwitchAccount } from "@/components/scope/account-scope";
import { Popover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";
import { accountQueries } from "@/lib/accounts/queries";
import { sessionQueries } from "@/lib/session/queries";

const AccountChoices = preloadable(() =>
  import("@/components/accounts/account-choices").then((made) => made.AccountChoices),
);
const all = "All accounts";

/** Limits the pages to one account. Hidden while there is only one. Members see the name of theirs. */
export function AccountSwitch({ onSwitch }: { onSwitch?: () => void }) {
  const { data } = useQuery(accountQueries.first());
  const chosen = useChosenAccount();
  const change = useSwitchAccount();
  const { data: session } = useQuery(sessionQueries.current());
  const own = session?.user.accountId;
  const nameOfChosen = useAccountName(own ?? chosen);
  if (own) return <OwnAccount name={nameOfChosen} />;
  if (!chosen && !data?.accounts[1]) return null;
  const name = chosen ? (nameOfChosen ?? "…") : all;
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
        chosen={chosen}
        everyAccount={all}
        onChoose={(account) => {
          onSwitch?.();
          change(account);
        }}
      />
    </Popover>
  );
}

function OwnAccount({ name }: { name: string | undefined }) {
  return (
    <p title={name} className="mb-3 flex h-9 shrink-0 items-center gap-2.5 px-2.5 font-medium">
      <Building2 aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 truncate">{name}</span>
    </p>
  );
}
