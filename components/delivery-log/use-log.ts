"use client";

import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { resendSoon, sendAllNow } from "@/components/deliveries/waiting-resends";
import { useLogDisplay, useLogView } from "@/components/log-view/use-log-view";
import { copyText } from "@/components/ui/copy-text";
import { type Delivery, useResend } from "@/lib/deliveries/queries";
import { formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { copyLater } from "./copy-later";
import { useLogRows } from "./use-log-rows";
import { type Selection, useSelection } from "./use-selection";
import type { RowsPlace } from "./use-virtual-rows";

/**
 * The whole state of a log, of one webhook or of all: the filters of its address, how it is shown, its rows, which of
 * them are selected, and what a person is doing with one.
 */
export function useLog(webhook: string | undefined) {
  const filters = useLogView(webhook);
  const display = useLogDisplay();
  const viewKey = JSON.stringify(filters.view);
  const feed = useLogRows(filters.view, viewKey, display.live);
  const selection = useSelection(viewKey);
  const actions = useRowActions(display.follow, selection, feed.rows);
  /** Set by the table, which knows where rows are. */
  const place = useRef<RowsPlace | undefined>(undefined);
  const resending = useRowResend();
  const copying = useCopying();
  return { filters, display, feed, selection, actions, place, resending, copying };
}

export type Log = ReturnType<typeof useLog>;

export type RowActions = {
  open: (id: string, event: MouseEvent) => void;
  toggle: (id: string, event: MouseEvent) => void;
};

/** Returns the same object for the life of the log, so that a memoised row renders only when its own props change. */
function useRowActions(
  open: RowActions["open"],
  selection: Selection,
  rows: readonly Delivery[],
): RowActions {
  const latest = useRef({ selection, rows });
  useLayoutEffect(() => {
    latest.current = { selection, rows };
  });
  return useMemo(
    () => ({
      open,
      toggle: (id, event) => {
        const { selection, rows } = latest.current;
        const order = rows.map((row) => row.id);
        if (event.shiftKey) selection.extendTo(id, order);
        else selection.toggle(id, order);
      },
    }),
    [open],
  );
}

/** Resends a row's delivery after a time in which it can be undone. Leaving the log sends it at once. */
function useRowResend() {
  const { mutate, error } = useResend();
  const labelOf = useLabels();
  useEffect(() => sendAllNow, []);
  const start = ({ id, event, webhookId, callbackUrl }: Delivery) => {
    const words = `${event} to ${labelOf(webhookId) || formatTarget(callbackUrl)}`;
    resendSoon({ id, words }, () => mutate(id));
  };
  return { start, error };
}

/** Copying by a key changes nothing in the log; `said` reports it. */
function useCopying() {
  const [said, setSaid] = useState("");
  const copy = (what: string, text: string | Promise<string>) =>
    void (typeof text === "string" ? copyText(text) : copyLater(text)).then(
      () => setSaid(`${what} copied`),
      ({ message }: Error) => setSaid(`${what} could not be copied. ${message}`),
    );
  return { said, setSaid, copy };
}
