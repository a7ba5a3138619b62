"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Eraser, ShieldCheck, ShieldX } from "lucide-react";
import { useRef } from "react";
import { ordinalField } from "@/components/address/field";
import { useAddress } from "@/components/address/use-address";
import { useFallback } from "@/components/live/use-live-state";
import { Pager } from "@/components/page/pager";
import { ReadProblem } from "@/components/page/read-problem";
import { type Failure, mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatBytes, formatPlural } from "@/lib/format";
import {
  type InboxBin,
  type InboxRequestSummary,
  inboxQueries,
  useClearBin,
} from "@/lib/inbox/queries";
import { useMay } from "@/lib/session/queries";
import { RequestView } from "./request-view";

type Props = {
  bin: InboxBin;
  /** Why the bin could not be refreshed; reported with the failure of the requests. */
  failure: Failure | undefined;
};

/** Requests, newest first, beside the selected one. */
export function BinRequests({ bin: { id, name }, failure: ofBin }: Props) {
  const [{ r: chosen }, set] = useAddress(requestAddress);
  const choose = (r: number | null) => set({ r }, { history: "push" });
  const refetchInterval = useFallback(2000);
  const list = useInfiniteQuery({ ...inboxQueries.requests(id), refetchInterval });
  const clear = useClearBin(id);
  const detail = useRef<HTMLDivElement>(null);
  const may = useMay("webhooks:write");
  const requests = useStableQuery(list);
  const rows = requests.data;
  const failure = mergeFailures(ofBin ? [{ failure: ofBin }, requests] : [requests]);

  const problem = <ReadProblem what="Requests" failure={failure} hasData={rows !== undefined} />;
  if (!rows) return failure ? problem : <Skeleton className="h-96 w-full rounded-lg" />;
  if (rows.length === 0) {
    return (
      <>
        {problem}
        <NothingYet name={name} />
      </>
    );
  }
  const shown = chosen ?? rows[0]?.number;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]">
      <section aria-labelledby="requests" className="grid min-w-0 grid-cols-1 gap-2">
        <div className="flex min-h-7 flex-wrap items-center justify-between">
          <h2 id="requests" className="font-semibold text-lg">
            Requests
          </h2>
          {may && (
            <Button
              look="quiet"
              size="small"
              busy={clear.isPending}
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
              choose={() => {
                choose(request.number);
                if (detail.current) bringIntoView(detail.current);
              }}
            />
          ))}
        </ol>
        <Pager shown={formatPlural(rows.length, "request")} list={list} />
      </section>
      {shown !== undefined && (
        <div
          ref={detail}
          className="min-w-0 lg:sticky lg:top-[calc(var(--header)+1rem)] lg:max-h-[calc(100dvh-var(--header)-2.5rem)] lg:overflow-y-auto"
        >
          <RequestView key={shown} binId={id} number={shown} />
        </div>
      )}
      {problem}
    </div>
  );
}

/** Scrolls to the chosen request, which is below the list on a narrow screen. Beside the list it is in view already. */
function bringIntoView(detail: HTMLElement): void {
  const { top } = detail.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) detail.scrollIntoView();
}

function NothingYet({ name }: { name: string }) {
  return (
    <Card title="No requests yet">
      <p className="max-w-prose text-soft">
        Point a webhook at {name}, then publish an event or send a test event. The request appears
        here within a second.
      </p>
    </Card>
  );
}

/** Selected request, in the address; by default the newest. */
const requestAddress = { r: ordinalField };

type EntryProps = { request: InboxRequestSummary; current: boolean; choose: () => void };

function RequestEntry({ request, current, choose }: EntryProps) {
  const { number, method, receivedAt, size, answered, preview } = request;
  return (
    <li className="border-line not-last:border-b">
      <button
        type="button"
        aria-current={current}
        onClick={choose}
        className="-outline-offset-2! grid w-full gap-1 px-4 py-2.5 text-left hover:bg-hover aria-[current=true]:bg-accent-wash"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="text-faint tabular-nums">#{number}</span>
          <span className="font-medium">{method}</span>
          <Moment at={receivedAt} />
          <span className="text-faint">{formatBytes(size)}</span>
          <span className="ml-auto font-medium tabular-nums">
            <span className="sr-only">answer </span>
            {answered}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-2">
          <SignatureBadge valid={request.valid} />
          <code className="min-w-0 truncate font-mono text-soft text-xs">{preview}</code>
        </span>
      </button>
    </li>
  );
}

function SignatureBadge({ valid }: { valid: boolean }) {
  return valid ? (
    <Badge tone="good" icon={ShieldCheck}>
      Signature valid
    </Badge>
  ) : (
    <Badge tone="bad" icon={ShieldX}>
      Not verified
    </Badge>
  );
}
