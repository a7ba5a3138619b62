"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link2, RotateCw } from "lucide-react";
import { useState } from "react";
import { BulkResend } from "@/components/replays/bulk-resend";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import type { ReplayChoice } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";
import { LiveSwitch } from "./live-switch";
import { Export } from "./log-export";
import { linkTo } from "./log-link";
import { SavedViews } from "./saved-views";
import type { LogView } from "./use-log-view";

type Props = {
  log: LogView;
  live: boolean;
  setLive: (live: boolean) => void;
  lockedTo: string | undefined;
};

/** How many there are, and what can be done with all of them. */
export function LogToolbar({ log, live, setLive, lockedTo }: Props) {
  const { view, filtered } = log;
  return (
    <div className="@container">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <Count view={view} />
        <div className="ml-auto flex items-center gap-1">
          {!lockedTo && <SavedViews filtered={filtered} />}
          <LiveSwitch live={live} onChange={setLive} />
        </div>
        <div className="flex items-center justify-end gap-2 @max-2xl:basis-full">
          <CopyButton
            text={() => linkTo(view, Date.now())}
            label="Copy a link to this view"
            icon={Link2}
          />
          <Export view={view} />
          <ResendFailed view={view} />
        </div>
      </div>
    </div>
  );
}

function Count({ view }: { view: DeliveryView }) {
  const { data } = useQuery({ ...deliveryQueries.count(view), placeholderData: keepPreviousData });
  if (!data) return <Skeleton className="h-4 w-20" />;
  const { count, capped } = data;
  return (
    <p role="status" className="text-soft text-sm tabular-nums">
      {capped
        ? `${formatCount(count)}+ match`
        : `${formatCount(count)} ${count === 1 ? "matches" : "match"}`}
    </p>
  );
}

/** Offered when the view shows failures: as they were counted, so that new ones do not slip in. */
function ResendFailed({ view }: { view: DeliveryView }) {
  const showsFailed = view.status.length === 0 || view.status.includes("failed");
  const failed: DeliveryView = { ...view, status: ["failed"] };
  const { data } = useQuery({ ...deliveryQueries.count(failed), enabled: showsFailed });
  const may = useMay("deliveries:write");
  const [choice, setChoice] = useState<ReplayChoice>();
  if (!may || !showsFailed || !data?.count) return null;
  return (
    <>
      <Button
        size="small"
        className="h-8!"
        data-resend-failed
        onClick={() => setChoice({ filter: queryOf(failed, Date.now()) })}
      >
        <RotateCw aria-hidden="true" />
        Resend {formatCount(data.count)}
        {data.capped && "+"} failed…
      </Button>
      <BulkResend choice={choice} close={() => setChoice(undefined)} />
    </>
  );
}
