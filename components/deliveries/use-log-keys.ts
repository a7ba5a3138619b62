"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import type { Delivery } from "@/lib/deliveries/queries";
import type { Selection } from "./use-selection";

type Settings = {
  rows: readonly Delivery[];
  selection: Selection;
  reveal: RefObject<((index: number) => void) | undefined>;
  opened: string | null;
  open: (id: string | null) => void;
  resend: (delivery: Delivery) => void;
  copy: (what: string, text: string) => void;
  link: () => string;
  toggleLive: () => void;
  refresh: () => void;
};

/** The keys of the log. Those about one row mean the row that has the focus, else the one that is open. */
export function useLogKeys(settings: Settings): void {
  const { rows, selection, reveal, opened, open, resend, copy, link, toggleLive, refresh } =
    settings;
  const router = useRouter();
  const current = () => rows.findIndex(({ id }) => id === (focusedRow() ?? opened));

  function move(by: 1 | -1, event: KeyboardEvent) {
    const beside = document.activeElement?.closest("aside");
    if (beside && event.key.startsWith("Arrow")) return beside.scrollBy({ top: by * 60 });
    const from = current();
    const to = Math.min(Math.max(from + by, 0), rows.length - 1);
    const target = rows[to];
    if (!target) return;
    if (event.shiftKey)
      selection.extendTo(
        target.id,
        rows.map(({ id }) => id),
      );
    if (opened) open(target.id);
    reveal.current?.(to);
    focusRow(target.id);
  }
  const onRow = (act: (row: Delivery) => void) => () => {
    const row = rows[current()];
    if (row) act(row);
  };

  useShortcuts(
    {
      logDown: (event) => move(1, event),
      logUp: (event) => move(-1, event),
      logPage: onRow(({ id }) => router.push(`/deliveries/${id}`)),
      logTab: onRow(({ id }) => window.open(`/deliveries/${id}`, "_blank", "noopener")),
      logSelect: onRow(({ id }) => selection.toggle(id)),
      logRange: onRow(({ id }) =>
        selection.extendTo(
          id,
          rows.map((row) => row.id),
        ),
      ),
      logResend: onRow(resend),
      logCopyId: onRow(({ id }) => copy("Delivery id", id)),
    },
    atRows,
  );
  useShortcuts({
    logCopyLink: () => copy("Link to this view", link()),
    logResendAll: () => press("[data-resend-failed]"),
    logFilters: () => press("[data-filter='Status']"),
    logTime: () => press("[data-filter='Time']"),
    logLive: toggleLive,
    logRefresh: refresh,
  });
  useShortcuts({
    deliveryClose: () => {
      if (opened) close();
      else selection.clear();
    },
  });

  function close() {
    const id = opened;
    open(null);
    if (id) focusRow(id);
  }
}

/** Rows have the keys while the focus is on one of them, on what is beside them, or on nothing. */
function atRows(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.id === "main") return true;
  return focused.closest("table, aside[aria-label='Delivery']") !== null;
}

function focusedRow(): string | undefined {
  const row = document.activeElement?.closest("tr");
  return row?.querySelector<HTMLElement>("[data-row]")?.dataset.row;
}

/** A row that was far away exists only some frames after it was scrolled to. */
export function focusRow(id: string, tries = 40): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(id, tries - 1));
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}
