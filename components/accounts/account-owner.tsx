"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { accountQueries } from "@/lib/accounts/queries";
import { useAccountName } from "./use-account-name";

/** Name of the account that something belongs to, while there is more than one account. */
export function AccountOwner({ id }: { id: string | undefined }) {
  const { data } = useQuery(accountQueries.first());
  const owner = useAccountName(id);
  return owner && data?.accounts[1] ? <OwnerName name={owner} /> : null;
}

/** Shows the name of an account beside its icon. */
export function OwnerName({ name }: { name: string }) {
  return (
    <span title={name} className="inline-flex min-w-0 items-center gap-1.5">
      <Building2 aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
      <span className="sr-only">Account </span>
      <span className="truncate">{name}</span>
    </span>
  );
}
