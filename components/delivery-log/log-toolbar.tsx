"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bookmark, ChevronDown, Download, Link2, Pause, Play, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { linkTo } from "@/components/deliveries/log-link";
import { LiveIndicator } from "@/components/live/live-indicator";
import { BulkResend } from "@/components/replays/bulk-resend";
import { undelivered } from "@/components/replays/replay-verb";
import { Button } from "@/components/ui/button";
import { buttonShape } from "@/components/ui/button-shape";
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { StatusWord } from "@/db/enums";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import type { ReplayChoice } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";
import type { LogView } from "./use-log-view";

type Props = { filters: LogView; live: boolean; setLive: (live: boolean) => void };

/** Count of matching deliveries, and actions on all of them. */
export function LogToolbar({ filters, live, setLive }: Props) {
  const { view, filtered, lockedTo } = filters;
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
          <RetryAll view={view} />
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

/** Retries the undelivered deliveries of the view, as of the count; later failures are not included. */
function RetryAll({ view }: { view: DeliveryView }) {
  const shows = (each: StatusWord) => view.status.length === 0 || view.status.includes(each);
  const retried: DeliveryView = { ...view, status: undelivered.filter(shows) };
  const enabled = retried.status.length > 0;
  const { data } = useQuery({ ...deliveryQueries.count(retried), enabled });
  const may = useMay("deliveries:write");
  const [choice, setChoice] = useState<ReplayChoice>();
  if (!may || !enabled || !data?.count) return null;
  return (
    <>
      <Button
        size="toolbar"
        data-retry-all
        onClick={() => setChoice({ filter: queryOf(retried, Date.now()) })}
      >
        <RotateCw aria-hidden="true" />
        Retry {formatCount(data.count)}
        {data.capped && "+"}…
      </Button>
      <BulkResend choice={choice} close={() => setChoice(undefined)} />
    </>
  );
}

type LiveSwitchProps = { live: boolean; onChange: (live: boolean) => void };

/** Pauses live updates (WCAG 2.2.2). */
function LiveSwitch({ live, onChange }: LiveSwitchProps) {
  const Icon = live ? Pause : Play;
  const action = live ? "Pause updates" : "Resume updates";
  return (
    <span className="flex items-center gap-1">
      {live ? (
        <LiveIndicator />
      ) : (
        <span className="flex items-center gap-1.5 text-soft text-sm">
          <span aria-hidden="true" className="size-2 rounded-full bg-field" />
          Paused
        </span>
      )}
      <Button
        look="quiet"
        size="small"
        shape="icon"
        aria-label={action}
        title={`${action} (L)`}
        onClick={() => onChange(!live)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </span>
  );
}

const ViewMenu = dynamic(() => import("./view-menu").then((made) => made.ViewMenu), { ssr: false });

/** Saved views, and a form that saves the current filters. */
function SavedViews({ filtered }: { filtered: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Saved views"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="toolbar">
          <Bookmark aria-hidden="true" />
          {filtered ? "Save view" : "Views"}
        </Button>
      }
    >
      <ViewMenu filtered={filtered} close={() => setOpen(false)} />
    </Popover>
  );
}

/** Exports matching deliveries: CSV by one click, other formats in the menu. */
function Export({ view }: { view: DeliveryView }) {
  const hrefOf = (format: string) =>
    `/v1/deliveries/export?${new URLSearchParams({ format, ...queryOf(view, Date.now()) })}`;
  return (
    <div className="flex">
      <a
        href={hrefOf("csv")}
        download
        // "Last hour" counts from the click, not from the time of rendering.
        onClick={({ currentTarget }) => {
          currentTarget.href = hrefOf("csv");
        }}
        suppressHydrationWarning
        title="Export matching deliveries as CSV (E)"
        className={buttonShape({ size: "toolbar", className: "rounded-r-none" })}
        data-export
      >
        <Download aria-hidden="true" />
        Export<span className="sr-only"> as CSV</span>
      </a>
      <Popover
        label="Export"
        align="end"
        trigger={
          <Button
            size="toolbar"
            shape="icon"
            aria-label="More export formats"
            className="-ml-px rounded-l-none"
          >
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
      >
        <p className="mb-2 max-w-64 text-soft text-sm">
          Matching deliveries, newest first, up to 50,000 rows.
        </p>
        <FormatLink href={hrefOf("csv")}>CSV, for a spreadsheet</FormatLink>
        <FormatLink href={hrefOf("ndjson")}>NDJSON, for a program</FormatLink>
      </Popover>
    </div>
  );
}

function FormatLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      download
      className="flex min-h-8 items-center rounded-md px-2 font-medium hover:bg-hover"
    >
      {children}
    </a>
  );
}
