"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { accountQueries } from "@/lib/accounts/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { accountColumns } from "./account-columns";
import type { Front } from "./account-dialog";
import { AccountRow } from "./account-row";

const loadDialog = () => import("./account-dialog");
const AccountDialog = dynamic(() => loadDialog().then((made) => made.AccountDialog), {
  ssr: false,
});

/** Accounts of customers. */
export function AccountList() {
  useIdleLoad(loadDialog);
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
      {front && <AccountDialog front={front} close={close} />}
    </>
  );
}

/** Returns the number of webhooks of an account; undefined while loading. */
function useWebhookCounts(): (accountId: string) => number | undefined {
  const { data } = useQuery(settingsQueries.list());
  const counts = useMemo(() => {
    const byAccount = new Map<string, number>();
    for (const { accountId } of data ?? [])
      byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + 1);
    return byAccount;
  }, [data]);
  return (accountId) => data && (counts.get(accountId) ?? 0);
}
