"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { SeeItWork } from "@/components/first-run/see-it-work";
import { useFallback } from "@/components/live/use-live-state";
import { EmptyState } from "@/components/shell/empty-state";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { inboxQueries } from "@/lib/inbox/queries";
import { useMay } from "@/lib/session/queries";
import { binColumns } from "./bin-columns";
import { BinRow } from "./bin-row";
import { inboxHint } from "./inbox-hint";

const NewBinDialog = dynamic(() => import("./new-bin-dialog").then((made) => made.NewBinDialog), {
  ssr: false,
});

/** The receivers inside this instance. */
export function BinList() {
  const refetchInterval = useFallback(5000);
  const { data, failure } = useSteady(
    useQuery({
      ...inboxQueries.bins(),
      refetchInterval,
    }),
  );
  const [creating, setCreating] = useState(false);
  const may = useMay("webhooks:write");
  const create = (
    <Button look="primary" disabled={!may} onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      New bin
    </Button>
  );
  return (
    <>
      <PageHeader title="Inbox" hint={inboxHint} actions={data?.bins.length !== 0 && create} />
      {failure && <ProblemCard what="The bins could not be loaded" {...failure} />}
      {!data && !failure && <TableSkeleton columns={binColumns} rows={3} />}
      {data?.bins.length === 0 && <NoBins create={create} />}
      {data && data.bins.length > 0 && (
        <Table caption="Bins, newest first" columns={binColumns}>
          {data.bins.map((bin) => (
            <BinRow key={bin.id} bin={bin} />
          ))}
        </Table>
      )}
      {data && (
        <div className="mt-6">
          <SeeItWork />
        </div>
      )}
      {creating && <NewBinDialog close={() => setCreating(false)} />}
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
      curl={'POST /v1/inbox/bins\n{"name":"Trial"}'}
    />
  );
}
