"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useQueryState } from "nuqs";
import { useFallback } from "@/components/live/use-live-state";
import { Pager } from "@/components/shell/pager";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatPlural } from "@/lib/format";
import { type InboxBin, inboxQueries, useClearBin } from "@/lib/inbox/queries";
import { useMay } from "@/lib/session/queries";
import { requestAddress } from "./request-address";
import { RequestEntry } from "./request-entry";
import { RequestView } from "./request-view";

/** What came, newest first, beside the one that is looked at. */
export function BinRequests({ bin: { id, name } }: { bin: InboxBin }) {
  const [chosen, choose] = useQueryState("r", requestAddress);
  const refetchInterval = useFallback(2000);
  const list = useInfiniteQuery({ ...inboxQueries.requests(id), refetchInterval });
  const clear = useClearBin(id);
  const may = useMay("webhooks:write");
  const { data: rows, failure } = useSteady(list);

  if (!rows) {
    if (!failure) return <Skeleton className="h-96 w-full rounded-lg" />;
    return <ProblemCard what="The requests could not be loaded" {...failure} />;
  }
  if (rows.length === 0) return <NothingYet name={name} />;
  const shown = chosen ?? rows[0]?.number;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <section aria-labelledby="requests" className="grid min-w-0 grid-cols-1 gap-2">
        <div className="flex min-h-7 items-center justify-between">
          <h2 id="requests" className="font-semibold text-lg">
            Requests
          </h2>
          {may && (
            <Button
              look="quiet"
              size="small"
              disabled={clear.isPending}
              onClick={() => clear.mutate(undefined, { onSuccess: () => choose(null) })}
            >
              <Eraser aria-hidden="true" />
              Clear requests
            </Button>
          )}
        </div>
        <ol className="overflow-hidden rounded-lg border border-line bg-raised shadow-low">
          {rows.map((request) => (
            <RequestEntry
              key={request.number}
              request={request}
              current={request.number === shown}
              choose={() => void choose(request.number)}
            />
          ))}
        </ol>
        <Pager shown={formatPlural(rows.length, "request")} list={list} />
      </section>
      {shown !== undefined && <RequestView key={shown} binId={id} number={shown} />}
    </div>
  );
}

function NothingYet({ name }: { name: string }) {
  return (
    <Card title="Nothing came yet">
      <p className="max-w-prose text-soft">
        Point a webhook at {name}, then publish an event or send a test event: the request shows
        here within a second.
      </p>
    </Card>
  );
}
