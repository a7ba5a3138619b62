"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import type { Delivery } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";
import { latestCurl } from "./latest-curl";
import { linkTo } from "./log-link";
import { atRows } from "./row-focus";
import type { Copy } from "./use-copying";
import { type RowWalk, useRowWalk } from "./use-row-walk";

type Settings = RowWalk & {
  view: DeliveryView;
  resend: (delivery: Delivery) => void;
  copy: Copy;
  refresh: () => void;
};

/** The keys of the log. Those about one row mean the row that has the focus, else the one that is open. */
export function useLogKeys(settings: Settings): void {
  useRowKeys(settings);
  useViewKeys(settings);
  const { manner, selection } = settings;
  useShortcuts({
    deliveryClose: () => (manner.opened ? manner.close() : selection.clear()),
  });
}

function useRowKeys({ rows, selection, reveal, manner, resend, copy }: Settings): void {
  const router = useRouter();
  const client = useQueryClient();
  const { move, current } = useRowWalk({ rows, selection, reveal, manner });
  const onRow = (act: (row: Delivery) => void) => () => {
    const row = rows[current()];
    if (row) act(row);
  };
  const order = () => rows.map(({ id }) => id);
  useShortcuts(
    {
      logDown: (event) => move(1, event),
      logUp: (event) => move(-1, event),
      logPage: onRow(({ id }) => router.push(`/deliveries/${id}`)),
      logTab: onRow(({ id }) => window.open(`/deliveries/${id}`, "_blank", "noopener")),
      logSelect: onRow(({ id }) => selection.toggle(id)),
      logRange: onRow(({ id }) => selection.extendTo(id, order())),
      logResend: onRow(resend),
      logCopyId: onRow(({ id }) => copy("Delivery id", id)),
      logCopyCurl: onRow(({ id }) => copy("cURL of the last request", latestCurl(client, id))),
    },
    atRows,
  );
}

function useViewKeys({ manner, copy, view, refresh }: Settings): void {
  useShortcuts({
    logCopyLink: () => copy("Link to this view", linkTo(view, Date.now())),
    logExport: () => press("[data-export]"),
    logResendAll: () => press("[data-resend-failed]"),
    logFilters: () => press("[data-filter='Status']"),
    logTime: () => press("[data-filter='Time']"),
    logLive: () => manner.setLive(!manner.live),
    logRefresh: refresh,
  });
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}
