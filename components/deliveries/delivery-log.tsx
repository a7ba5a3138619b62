"use client";

import { useQueryStates } from "nuqs";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { ProblemCard } from "@/components/shell/problem-card";
import { copyText } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { Delivery } from "@/lib/deliveries/queries";
import { logManner } from "./log-address";
import { LogEnd } from "./log-end";
import { LogFilters } from "./log-filters";
import { linkTo } from "./log-link";
import { LogPanel } from "./log-panel";
import type { RowActions } from "./log-row";
import { LogRowsSkeleton } from "./log-skeleton";
import { LogTable } from "./log-table";
import { LogToolbar } from "./log-toolbar";
import { NewRows } from "./new-rows";
import { NothingFound } from "./nothing-found";
import { ResendDialog } from "./resend-dialog";
import { SelectionBar } from "./selection-bar";
import { focusRow, useLogKeys } from "./use-log-keys";
import { useLogRows } from "./use-log-rows";
import { useLogView } from "./use-log-view";
import { useSelection } from "./use-selection";
import { useTop } from "./use-top";

const pageSize = 50;
const none: Delivery[] = [];

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
  const [manner, setManner] = useQueryStates(logManner);
  const live = manner.live === "1";
  const { list, rows = none, showsPage, refresh, failure } = useLogRows(log.view, live);
  const viewKey = JSON.stringify(log.view);
  const top = useTop(rows, viewKey);
  const selection = useSelection(viewKey);
  const reveal = useRef<(index: number) => void>(undefined);
  const [asked, setAsked] = useState(false);
  const [resending, setResending] = useState<Delivery>();
  const [said, setSaid] = useState("");
  const shown = top.shown;

  const open = useCallback(
    (d: string | null, history: "push" | "replace" = "replace") =>
      void setManner({ d }, { history }),
    [setManner],
  );
  const latest = useRef({ selection, shown });
  latest.current = { selection, shown };
  const actions = useMemo(
    (): RowActions => ({
      open: (id, event) => {
        const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!plain || !window.matchMedia("(min-width: 64rem)").matches) return;
        event.preventDefault();
        setAsked(event.detail === 0);
        open(id, "push");
      },
      toggle: (id, event) => {
        const { selection, shown } = latest.current;
        if (event.shiftKey)
          selection.extendTo(
            id,
            shown.map((row) => row.id),
          );
        else selection.toggle(id);
      },
    }),
    [open],
  );
  const setLive = (on: boolean) => void setManner({ live: on ? null : "0" });
  useLogKeys({
    rows: shown,
    selection,
    reveal,
    opened: manner.d,
    open,
    resend: setResending,
    copy: (what, text) =>
      void copyText(text).then(
        () => setSaid(`${what} copied`),
        () => setSaid(`${what} could not be copied`),
      ),
    link: () => linkTo(log.view, Date.now()),
    toggleLive: () => setLive(!live),
    refresh,
  });

  const at = shown.findIndex(({ id }) => id === manner.d);
  const step = (to: number) => {
    const target = shown[to];
    return target && at >= 0 ? () => open(target.id) : undefined;
  };
  const close = () => {
    const id = manner.d;
    open(null);
    if (id) focusRow(id);
  };
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  const onScreen = useCallback(
    (index: number) => showsPage(Math.floor(index / pageSize)),
    [showsPage],
  );
  const busy = list.isPlaceholderData || log.pending;

  return (
    <div className="grid gap-3">
      {dropped.length > 0 && (
        <Notice tone="info">
          Part of this address could not be read and was left out: {dropped.join(", ")}.
        </Notice>
      )}
      <LogFilters log={log} lockedTo={webhook} />
      <LogToolbar view={log.view} live={live} setLive={setLive} />
      <p role="status" className="sr-only">
        {said}
      </p>
      {failure && (
        <ProblemCard
          what="Deliveries could not be loaded"
          error={failure}
          retry={() => (list.error ? void list.refetch() : refresh())}
          busy={list.isFetching}
        />
      )}
      {!list.data && !failure && <LogRowsSkeleton rows={8} />}
      <div
        className={
          manner.d ? "grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]" : ""
        }
      >
        <div className="grid min-w-0 gap-3">
          <NewRows count={top.above} show={top.showAll} />
          {shown.length > 0 && (
            <LogTable
              rows={shown}
              own={webhook !== undefined}
              compact={manner.view === "compact"}
              busy={busy}
              hasMore={hasNextPage}
              selection={selection}
              opened={manner.d}
              actions={actions}
              loadMore={loadMore}
              onScreen={onScreen}
              reveal={reveal}
            />
          )}
          {shown.length > 0 && (
            <LogEnd
              list={list}
              shown={shown.length}
              view={log.view}
              retentionDays={retentionDays}
            />
          )}
          {list.data && rows.length === 0 && (log.filtered ? <NothingFound log={log} /> : empty)}
          <SelectionBar selection={selection} rows={shown} />
        </div>
        {manner.d && (
          <LogPanel
            id={manner.d}
            focused={asked}
            close={close}
            newer={step(at - 1)}
            older={step(at + 1)}
          />
        )}
      </div>
      {resending && <ResendDialog delivery={resending} close={() => setResending(undefined)} />}
    </div>
  );
}
