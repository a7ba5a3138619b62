"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { accountLimitQueries } from "@/lib/account-limits/queries";
import type { Account } from "@/lib/accounts/queries";
import { AccountForm } from "./account-form";
import { AccountSecret } from "./account-secret";
import { LimitsForm } from "./limits-form";
import { LimitsUsage } from "./limits-usage";

export type Front = { what: "new" } | { what: "rename" | "secret" | "limits"; account: Account };
const titles = {
  new: "New account",
  rename: "Rename account",
  secret: "Secret of one-shot callbacks",
  limits: "Publishing limits",
};

type Props = { front: Front; close: () => void };

/** Creates an account, and changes one. */
export function AccountDialog({ front, close }: Props) {
  return (
    <Dialog
      open
      onOpenChange={close}
      title={titles[front.what]}
      description={"account" in front && <p>{front.account.name}</p>}
    >
      {front.what === "secret" && <AccountSecret id={front.account.id} close={close} />}
      {front.what === "limits" && <AccountLimits id={front.account.id} close={close} />}
      {front.what === "rename" && <AccountForm account={front.account} close={close} />}
      {front.what === "new" && <AccountForm close={close} />}
    </Dialog>
  );
}

/** Publishing limits of an account: what is used of them, and the form that sets them. */
function AccountLimits({ id, close }: { id: string; close: () => void }) {
  const { data, failure } = useStableQuery(useQuery(accountLimitQueries.one(id)));
  return (
    <div className="grid gap-5">
      {failure && !data && <ProblemCard what="Limits could not be loaded" {...failure} />}
      {failure && data && (
        // Below the dialog, so that no button of the form moves under the pointer.
        <div className="absolute inset-x-0 top-full mt-2 rounded-lg bg-raised">
          <ProblemCard what="Limits could not be refreshed" {...failure} />
        </div>
      )}
      {!data && !failure && <Skeleton className="h-80" />}
      {data && (
        <>
          <LimitsUsage limits={data} />
          <LimitsForm id={id} limits={data} close={close} />
        </>
      )}
    </div>
  );
}
