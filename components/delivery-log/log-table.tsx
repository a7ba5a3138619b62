"use client";

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useZone } from "@/components/time/zone";
import { formatDay } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { LogRow, lineOf, rowHeight } from "./log-row";
import { itemsOf, keyOf } from "./near-rows";
import type { Log } from "./use-log";
import { useVirtualRows } from "./use-virtual-rows";

const narrowPx = 672;
const loadMoreWithin = 20;
const shape =
  "@container block w-full rounded-lg text-left border border-line bg-raised shadow-low transition-opacity aria-busy:opacity-60";

/** Fetched when the focus comes to the rows, so that R and Enter find the dialog there. */
export const loadResend = () => import("@/components/deliveries/resend-dialog");

/** Only the rows near the screen exist; two spacers stand for the others. */
export function LogTable({ log }: { log: Log }) {
  const { filters, display, feed, selection, actions } = log;
  const { list, rows } = feed;
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, before, after } = useRowsNear(log, body);
  const labelOf = useLabels();
  const own = filters.lockedTo !== undefined;
  return (
    <table
      aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}
      aria-busy={[list.isPlaceholderData, filters.pending].includes(true)}
      className={shape}
    >
      <caption className="sr-only">Deliveries, newest first</caption>
      <LogHead own={own} />
      <tbody ref={body} className="block" onFocus={() => void loadResend()}>
        {before > 0 && <tr className="block" style={{ height: before }} />}
        {shown.map((item) =>
          "day" in item ? (
            <DayRow key={keyOf(item)} day={item.day} />
          ) : (
            <LogRow
              key={keyOf(item)}
              delivery={item.delivery}
              label={labelOf(item.delivery.webhookId)}
              index={item.index}
              own={own}
              compact={display.compact}
              selected={selection.ids.has(item.delivery.id)}
              opened={display.opened === item.delivery.id}
              actions={actions}
            />
          ),
        )}
        {after > 0 && <tr className="block" style={{ height: after }} />}
      </tbody>
    </table>
  );
}

/** Returns the items near the screen; reports which row is on top and asks for more near the end. */
function useRowsNear({ display, feed, reveal }: Log, body: RefObject<HTMLElement | null>) {
  const { rows, list, loadMore, onScreen } = feed;
  const { compact, opened } = display;
  const hasMore = list.hasNextPage;
  const zone = useZone();
  const { narrow, top } = usePlace(body);
  const items = useMemo(() => itemsOf(rows, (iso) => formatDay(iso, zone)), [rows, zone]);
  const near = useVirtualRows({ items, height: rowHeight({ narrow, compact }), top, opened });
  useEffect(() => {
    reveal.current = near.reveal;
  });
  useEffect(() => {
    if (hasMore && near.last >= items.length - loadMoreWithin) loadMore();
  }, [hasMore, near.last, items.length, loadMore]);
  const firstRow = near.shown.find((item) => "index" in item);
  const firstIndex = firstRow && "index" in firstRow ? firstRow.index : 0;
  useEffect(() => onScreen(firstIndex), [firstIndex, onScreen]);
  return near;
}

type Place = { narrow: boolean; top: number | undefined };

/** Returns where the rows begin on the page and whether they are cards; unknown until they are mounted. */
function usePlace(body: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ narrow: false, top: undefined });
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const next = { narrow: width < narrowPx, top: Math.round(top + window.scrollY) };
      setPlace((known) => (known.narrow === next.narrow && known.top === next.top ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Content above the rows may grow or shrink.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return place;
}

function LogHead({ own }: { own: boolean }) {
  const names = ["Time", "Status", "Event", ...(own ? [] : ["Webhook"]), "Result", "Att.", "Next"];
  return (
    <thead className="sticky top-14 z-10 block @max-2xl:sr-only">
      <tr
        className={`${lineOf(own)} h-9 rounded-t-lg border-line border-b bg-sunken font-medium text-faint text-xs`}
      >
        <th scope="col">
          <span className="sr-only">Select</span>
        </th>
        {names.map((name) => (
          <th
            scope="col"
            key={name}
            className={`font-medium ${name === "Att." ? "text-right" : ""}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function DayRow({ day }: { day: string }) {
  return (
    <tr className="flex h-8 items-center border-line border-b bg-sunken px-4">
      <th scope="rowgroup" className="font-medium text-faint text-xs">
        {day}
      </th>
    </tr>
  );
}
