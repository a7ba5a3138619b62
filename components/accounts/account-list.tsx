"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { accountLimitQueries } from "@/lib/account-limits/queries";
import { type Account, accountQueries } from "@/lib/accounts/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { accountColumns } from "./account-columns";
import { AccountForm } from "./account-form";
import { AccountRow } from "./account-row";
import { AccountSecret } from "./account-secret";
import { LimitsForm } from "./limits-form";
import { LimitsUsage } from "./limits-usage";

type Front = { what: "new" } | { what: "rename" | "secret" | "limits"; account: Account };
const titles = {
  new: "New account",
  rename: "Rename account",
  secret: "Secret of one-shot callbacks",
  limits: "Publishing limits",
};

/** Accounts of customers. */
export function AccountList() {
  const { data, failure } = useStableQuery(useQuery(accountQueries.list()));
  const webhooksOf = useWebhookCounts();
  const [front, setFront] = useState<Front>();
  const close = () => setFront(undefined);
  return (
    <>
      <PageHeader
        title="Accounts"
        hint={pageHints.accounts}
        actions={
          <Button look="primary" onClick={() => setFront({ what: "new" })}>
            <Plus aria-hidden="true" />
            New account
          </Button>
        }
      />
      {failure && <ProblemCard what="Accounts could not be loaded" {...failure} />}
      {!data && !failure && <TableSkeleton columns={accountColumns} rows={3} />}
      {data && (
        <Table caption="Accounts, oldest first" columns={accountColumns}>
          {data.accounts.map((account) => (
            <AccountRow
              key={account.id}
              account={account}
              webhooks={webhooksOf(account.id)}
              rename={() => setFront({ what: "rename", account })}
              showLimits={() => setFront({ what: "limits", account })}
              showSecret={() => setFront({ what: "secret", account })}
            />
          ))}
        </Table>
      )}
      <Dialog
        open={front !== undefined}
        onOpenChange={(open) => !open && close()}
        title={front ? titles[front.what] : ""}
        description={front && "account" in front && <p>{front.account.name}</p>}
      >
        {front?.what === "secret" && <AccountSecret id={front.account.id} close={close} />}
        {front?.what === "limits" && <AccountLimits id={front.account.id} close={close} />}
        {front?.what === "rename" && <AccountForm account={front.account} close={close} />}
        {front?.what === "new" && <AccountForm close={close} />}
      </Dialog>
    </>
  );
}

/** Returns the number of webhooks of an account; undefined while loading. */
function useWebhookCounts(): (accountId: string) => number | undefined {
  const { data } = useQuery(settingsQueries.list());
  return (accountId) => data?.filter((webhook) => webhook.accountId === accountId).length;
}

/** Publishing limits of an account: what is used of them, and the form that sets them. */
function AccountLimits({ id, close }: { id: string; close: () => void }) {
  const { data, failure } = useStableQuery(useQuery(accountLimitQueries.one(id)));
  return (
    <div className="grid gap-5">
      {failure && <ProblemCard what="Limits could not be loaded" {...failure} />}
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
