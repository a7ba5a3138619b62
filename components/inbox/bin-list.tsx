"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { OwnerName } from "@/components/accounts/account-owner";
import { useAccountNames } from "@/components/accounts/use-account-names";
import { SeeItWork } from "@/components/first-run/see-it-work";
import { useFallback } from "@/components/live/use-live-state";
import { EmptyState } from "@/components/page/empty-state";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { Pager } from "@/components/page/pager";
import { ReadOnly } from "@/components/page/read-only";
import { ReadProblem } from "@/components/page/read-problem";
import { rowsOfStep, useFirstRows } from "@/components/page/use-first-rows";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useAccount } from "@/components/scope/account-scope";
import { Ago } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { aboveRow, rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead, Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { formatCount, formatPlural } from "@/lib/format";
import { type InboxBin, inboxQueries } from "@/lib/inbox/queries";
import { useMay } from "@/lib/session/queries";
import { answersOf } from "./answer-words";
import { binColumns } from "./bin-columns";

const NewBinDialog = dynamic(() => import("./new-bin-dialog").then((made) => made.NewBinDialog), {
  ssr: false,
});

/** Bins of the built-in inbox. */
export function BinList() {
  const account = useAccount();
  const refetchInterval = useFallback(5000);
  const { data, failure } = useStableQuery(
    useQuery({
      ...inboxQueries.bins(),
      refetchInterval,
    }),
  );
  const [creating, setCreating] = useState(false);
  const bins = data?.bins.filter(({ accountId }) => !account || accountId === account);
  const drawn = useFirstRows(bins ?? []);
  const names = useAccountNames();
  const hasOwners = !account && names.size > 1;
  const may = useMay("webhooks:write");
  const create = may ? (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      New bin
    </Button>
  ) : (
    <ReadOnly />
  );
  return (
    <>
      <PageHeader title="Inbox" hint={pageHints.inbox} actions={bins?.length !== 0 && create} />
      <ReadProblem what="The bins" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <TableSkeleton columns={binColumns} room="much" rows={3} />}
      {bins?.length === 0 && <NoBins create={create} />}
      {bins && bins.length > 0 && (
        <Table caption="Bins, newest first" columns={binColumns} room="much">
          {drawn.rows.map((bin) => (
            <BinRow
              key={bin.id}
              bin={bin}
              owner={hasOwners ? names.get(bin.accountId) : undefined}
            />
          ))}
        </Table>
      )}
      {bins && bins.length > rowsOfStep && (
        <Pager
          shown={`${formatCount(drawn.rows.length)} of ${formatPlural(bins.length, "bin")}`}
          list={drawn.list}
          more="Show more"
        />
      )}
      {data && (
        <div className="mt-6">
          <SeeItWork place="inbox" />
        </div>
      )}
      {creating && <NewBinDialog account={account} close={() => setCreating(false)} />}
    </>
  );
}

function NoBins({ create }: { create: React.ReactNode }) {
  return (
    <EmptyState
      icon={Inbox}
      title="Try webhooks without a server of your own"
      sentence="A bin is a receiver inside Postback. Point a webhook at it, and see each request with its headers, its body and whether its signature is valid. Let it answer with errors to watch the retries."
      action={create}
      curl={{ request: 'POST /v1/inbox/bins\n{"name":"Trial"}', scope: "webhooks:write" }}
    />
  );
}

function BinRow({ bin, owner }: { bin: InboxBin; owner: string | undefined }) {
  return (
    <Row className="card:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="card:col-span-2">
        <Link href={`/inbox/${bin.id}`} prefetch={false} className={`${rowLink} block truncate`}>
          {bin.name}
        </Link>
        {owner && (
          <span className="flex font-normal text-faint text-sm">
            <OwnerName name={owner} />
          </span>
        )}
      </RowHead>
      <Cell className="card:col-span-2">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-soft text-xs">{bin.url}</code>
          <span className={aboveRow}>
            <CopyButton text={bin.url} label={`Copy address of ${bin.name}`} />
          </span>
        </span>
      </Cell>
      <Cell data-label="Answers" className="text-soft card:text-sm">
        {answersOf(bin)}
      </Cell>
      <Cell data-label="Requests" className="text-right tabular-nums card:text-sm">
        {formatCount(bin.received)}
      </Cell>
      <Cell data-label="Last" className="text-soft card:text-sm">
        {bin.lastRequestAt ? <Ago at={bin.lastRequestAt} /> : "never"}
      </Cell>
    </Row>
  );
}
