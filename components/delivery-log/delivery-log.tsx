"use client";

import { type ReactNode, useRef, useState } from "react";
import { ProblemCard } from "@/components/shell/problem-card";
import type { Delivery } from "@/lib/deliveries/queries";
import { ResendDialog } from "./lazy-resend";
import { LeftOut } from "./left-out";
import { LogFilters } from "./log-filters";
import { LogHistogram } from "./log-histogram";
import { LogList } from "./log-list";
import { LogPanel } from "./log-panel";
import { LogRowsSkeleton } from "./log-skeleton";
import { LogToolbar } from "./log-toolbar";
import { useCopying } from "./use-copying";
import { useLogKeys } from "./use-log-keys";
import { useLogManner } from "./use-log-manner";
import { useLogRows } from "./use-log-rows";
import { useLogView } from "./use-log-view";
import { useSelection } from "./use-selection";
import { useTop } from "./use-top";

const none: Delivery[] = [];
const besideEachOther = "grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]";

type Props = {
  webhook?: string;
  /** What of the address said nothing, by the server's reading. */
  dropped: string[];
  retentionDays: number;
  empty: ReactNode;
};

/** Deliveries, newest first: of all webhooks, or of one. While somebody looks at it, it keeps itself up to date. */
export function DeliveryLog({ webhook, dropped, retentionDays, empty }: Props) {
  const log = useLogView(webhook);
  const { view } = log;
  const viewKey = JSON.stringify(view);
  const manner = useLogManner();
  const feed = useLogRows(view, manner.live);
  const top = useTop(feed.rows ?? none, viewKey);
  const selection = useSelection(viewKey);
  const reveal = useRef<((index: number) => void) | undefined>(undefined);
  const [resending, setResending] = useState<Delivery>();
  const { said, copy } = useCopying();
  const rows = top.shown;
  const hasRows = rows.length > 0 || log.filtered || !feed.rows;
  const { refresh } = feed;
  useLogKeys({ view, rows, selection, reveal, manner, resend: setResending, copy, refresh });

  return (
    <div className="grid gap-3">
      <LeftOut words={dropped} />
      <LogFilters log={log} lockedTo={webhook} />
      <LogToolbar log={log} live={manner.live} setLive={manner.setLive} lockedTo={webhook} />
      <p role="status" className="sr-only">
        {said}
      </p>
      {hasRows && <LogHistogram log={log} />}
      {feed.failure && <ProblemCard what="Deliveries could not be loaded" {...feed.failure} />}
      {!feed.rows && !feed.failure && <LogRowsSkeleton rows={8} />}
      <div className={manner.opened ? besideEachOther : ""}>
        <LogList
          {...{ log, manner, feed, top, selection, reveal, retentionDays, empty }}
          own={webhook !== undefined}
        />
        <LogPanel manner={manner} rows={rows} />
      </div>
      {resending && <ResendDialog delivery={resending} close={() => setResending(undefined)} />}
    </div>
  );
}
