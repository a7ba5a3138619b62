"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { useAddress } from "@/components/address/use-address";
import { pageHints } from "@/components/page/hints";
import { NoMatch } from "@/components/page/no-match";
import { PageHeader } from "@/components/page/page-header";
import { Pager } from "@/components/page/pager";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { DelayedSearch } from "@/components/ui/delayed-search";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { accountQueries } from "@/lib/accounts/queries";
import { formatPlural } from "@/lib/format";
import { hasAllWebhooks, settingsQueries } from "@/lib/settings/queries";
import { accountListAddress } from "./account-address";
import { accountColumns } from "./account-columns";
import type { Front } from "./account-dialog";
import { AccountRow } from "./account-row";

const loadDialog = () => import("./account-dialog");
const AccountDialog = dynamic(() => loadDialog().then((made) => made.AccountDialog), {
  ssr: false,
});

/** Longer lists have a search field. */
const mostUnsearched = 8;

/** Accounts of customers. */
export function AccountList() {
  useIdleLoad(loadDialog);
  const [{ q }, setAddress] = useAddress(accountListAddress);
  const list = useInfiniteQuery({
    ...accountQueries.pages(q),
    placeholderData: keepPreviousData,
  });
  const { data: accounts, failure } = useStableQuery(list);
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
      <ReadProblem what="Accounts" failure={failure} hasData={accounts !== undefined} />
      {!accounts && !failure && <TableSkeleton columns={accountColumns} room="much" rows={3} />}
      {(q !== "" || (accounts && accounts.length > mostUnsearched)) && (
        <div className="mb-3 w-full sm:w-72">
          <DelayedSearch
            label="Search accounts by name or id"
            placeholder="Search name or id"
            value={q}
            onChange={(text) => setAddress({ q: text })}
          />
        </div>
      )}
      {accounts?.length === 0 && <NoMatch what="account" clear={() => setAddress(null)} />}
      {accounts && accounts.length > 0 && (
        <Table
          caption="Accounts, oldest first"
          columns={accountColumns}
          room="much"
          busy={list.isPlaceholderData}
        >
          {accounts.map((account) => (
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
      {accounts && accounts.length > mostUnsearched && (
        <Pager shown={formatPlural(accounts.length, "account")} list={list} more="Load more" />
      )}
      {front && <AccountDialog front={front} close={close} />}
    </>
  );
}

/** Returns the number of webhooks of an account; undefined while loading, and if there are too many to list. */
function useWebhookCounts(): (accountId: string) => number | undefined {
  const { data } = useQuery(settingsQueries.list());
  const counts = useMemo(() => {
    const byAccount = new Map<string, number>();
    for (const { accountId } of data ?? [])
      byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + 1);
    return byAccount;
  }, [data]);
  return (accountId) => (data && hasAllWebhooks(data) ? (counts.get(accountId) ?? 0) : undefined);
}
