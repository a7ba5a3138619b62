"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { linkTo } from "@/components/deliveries/log-link";
import { undoLatestResend } from "@/components/deliveries/waiting-resends";
import { focusedRow, focusRow, isRowFocused } from "@/components/log-view/row-focus";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import type { Delivery } from "@/lib/deliveries/queries";
import { useMay } from "@/lib/session/queries";
import type { Log } from "./use-log";

const panelStepPx = 60;
const latestCurl = async (client: QueryClient, id: string) =>
  (await import("./latest-curl")).latestCurl(client, id);

/** The keys of the log. Those about one row mean the row that has the focus, else the one that is open. */
export function useLogKeys(log: Log): void {
  useRowKeys(log);
  useViewKeys(log);
  const { display, selection, copying } = log;
  useShortcuts({ logUndo: () => copying.setSaid(undoLatestResend()) });
  // The drawer closes itself.
  useShortcuts({ deliveryClose: selection.clear }, () => !display.opened);
}

function useRowKeys(log: Log): void {
  const { feed, display, selection, resending, copying } = log;
  const may = useMay("deliveries:write");
  const { rows } = feed;
  const router = useRouter();
  const client = useQueryClient();
  const current = () => rows.findIndex(({ id }) => id === (focusedRow() ?? display.opened));
  const step = (by: number) => (event: KeyboardEvent) => {
    const from = current();
    move(log, from < 0 ? (log.place.current?.firstInSight() ?? 0) : from + by, event);
  };
  const onRow = (act: (row: Delivery) => void) => () => {
    const row = rows[current()];
    if (row) act(row);
  };
  const order = () => rows.map(({ id }) => id);
  useShortcuts(
    {
      logDown: step(1),
      logUp: step(-1),
      logPage: onRow(({ id }) => router.push(`/deliveries/${id}`)),
      logTab: onRow(({ id }) => window.open(`/deliveries/${id}`, "_blank", "noopener")),
      logSelect: onRow(({ id }) => selection.toggle(id, order())),
      logRange: onRow(({ id }) => selection.extendTo(id, order())),
      logResend: onRow((row) => may && resending.start(row)),
      logCopyId: onRow(({ id }) => copying.copy("Delivery id", id)),
      logCopyCurl: onRow(({ id }) =>
        copying.copy("cURL of the last request", latestCurl(client, id)),
      ),
    },
    isRowFocused,
  );
}

/** Moves the focus to a row. Arrows scroll the panel that has the focus. */
function move({ feed, display, place }: Log, to: number, event: KeyboardEvent): void {
  const { rows } = feed;
  const panel = document.activeElement?.closest("aside");
  if (panel && event.key.startsWith("Arrow")) {
    const step = event.key === "ArrowUp" ? -panelStepPx : panelStepPx;
    panel.scrollBy({ top: step });
    return;
  }
  const index = Math.min(Math.max(to, 0), rows.length - 1);
  const target = rows[index];
  if (!target) return;
  if (display.opened) display.open(target.id);
  place.current?.reveal(index);
  focusRow(target.id);
}

function useViewKeys({ filters, display, feed, copying }: Log): void {
  useShortcuts({
    logCopyLink: () => copying.copy("Link to this view", linkTo(filters.view, Date.now())),
    logExport: () => clickElement("[data-export]"),
    logRetryAll: () => clickElement("[data-retry-all]"),
    logFilters: () => clickElement("[data-filter='Status']"),
    logTime: () => clickElement("[data-filter='Time']"),
    logLive: () => {
      display.setLive(!display.live);
      copying.setSaid(`Live updates ${display.live ? "paused" : "resumed"}`);
    },
    logRefresh: feed.refresh,
  });
}

function clickElement(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}
