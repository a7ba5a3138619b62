"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, Link2, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { linkTo } from "@/components/deliveries/log-link";
import { ColumnsMenu } from "@/components/log-view/columns-menu";
import { ExportMenu } from "@/components/log-view/export-menu";
import type { LogView } from "@/components/log-view/use-log-view";
import { BulkResend } from "@/components/replays/bulk-resend";
import { retried, undelivered } from "@/components/replays/replay-verb";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import type { ReplayChoice } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";

/** Actions on all matching deliveries. */
export function LogTools({ filters: { view, filtered, lockedTo } }: { filters: LogView }) {
  return (
    <>
      <RetryAll view={view} />
      <CopyButton
        text={() => linkTo(view, Date.now())}
        label="Copy a link to this view"
        icon={Link2}
      />
      {!lockedTo && <SavedViews filtered={filtered} />}
      <ColumnsMenu own={lockedTo !== undefined} />
      <ExportMenu view={view} />
    </>
  );
}

/** Returns the view of what "Retry all" takes, or undefined when its status filter excludes all of it. */
export function retriedOf(view: DeliveryView): DeliveryView | undefined {
  const { status } = view;
  if (status.length === 0) return { ...view, status: [...retried] };
  const left = status.filter((each) => each === "retrying" || retried.some((one) => one === each));
  return left.length > 0 ? { ...view, status: left } : undefined;
}

/**
 * Retries what the view has undelivered, as of the count; later failures are not included. Deliveries that are about to
 * be sent are no reason to offer it.
 */
function RetryAll({ view }: { view: DeliveryView }) {
  const taken = retriedOf(view);
  const troubled = taken && view.status.length === 0 && { ...view, status: [...undelivered] };
  const { data: trouble } = useQuery({
    ...deliveryQueries.count(troubled || view),
    enabled: !!troubled,
  });
  const isNeeded = troubled ? replayable(trouble) : taken;
  const { data } = useQuery({ ...deliveryQueries.count(taken ?? view), enabled: !!isNeeded });
  const may = useMay("deliveries:write");
  const [choice, setChoice] = useState<ReplayChoice>();
  const count = replayable(data);
  if (!may || !taken || !isNeeded || count === 0) return null;
  return (
    <>
      <Button
        size="toolbar"
        data-retry-all
        className="mr-1"
        onClick={() => setChoice({ filter: queryOf(taken, Date.now()) })}
      >
        <RotateCw aria-hidden="true" />
        Retry {formatCount(count)}
        {data?.capped && "+"}…
      </Button>
      <BulkResend choice={choice} close={() => setChoice(undefined)} />
    </>
  );
}

/** Replays leave tests out. */
function replayable(matches: { count: number; tests: number } | undefined): number {
  return matches ? matches.count - matches.tests : 0;
}

const ViewMenu = dynamic(
  () => import("@/components/log-view/view-menu").then((made) => made.ViewMenu),
  { ssr: false },
);

/** Saved views, and a form that saves the current filters. */
function SavedViews({ filtered }: { filtered: boolean }) {
  const name = filtered ? "Save view" : "Views";
  return (
    <Popover
      label="Saved views"
      align="end"
      trigger={
        <Button look="quiet" size="toolbar" shape="icon" aria-label={name} title={name}>
          <Bookmark aria-hidden="true" />
        </Button>
      }
    >
      <ViewMenu filtered={filtered} />
    </Popover>
  );
}
