"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { type Account, accountQueries } from "@/lib/accounts/queries";
import { accountColumns } from "./account-columns";
import { AccountForm } from "./account-form";
import { accountHint } from "./account-hint";
import { AccountRow } from "./account-row";
import { AccountSecret } from "./account-secret";

type Front = { what: "new" } | { what: "rename" | "secret"; account: Account };
const titles = {
  new: "New account",
  rename: "Rename account",
  secret: "Secret of one-shot callbacks",
};

/** The customers of the video service. */
export function AccountList() {
  const { data, failure } = useSteady(useQuery(accountQueries.list()));
  const [front, setFront] = useState<Front>();
  const close = () => setFront(undefined);
  return (
    <>
      <PageHeader
        title="Accounts"
        hint={accountHint}
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
              rename={() => setFront({ what: "rename", account })}
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
        {front?.what === "rename" && <AccountForm account={front.account} close={close} />}
        {front?.what === "new" && <AccountForm close={close} />}
      </Dialog>
    </>
  );
}
