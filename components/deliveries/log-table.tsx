"use client";
"use no memo";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTimes } from "@/components/time/zone";
import type { Delivery } from "@/lib/deliveries/queries";
import { itemsOf, type LogItem } from "./log-items";
import { LogHead, LogRow, type RowActions, rowHeight } from "./log-row";
import { focusRow } from "./use-log-keys";
import type { Selection } from "./use-selection";

const dayHeight = 32;
const drawnByServer = 30;
const stickyPx = 96;

type Props = {
  rows: Delivery[];
  own: boolean;
  compact: boolean;
  busy: boolean;
  hasMore: boolean;
  selection: Selection;
  opened: string | null;
  actions: RowActions;
  /** Asked for when the end comes near. */
  loadMore: () => void;
  /** Which row is the first on the screen. */
  onScreen: (index: number) => void;
  /** Learns how to bring a row to the screen. */
  reveal: { current: ((index: number) => void) | undefined };
};

/** Only the rows near the screen exist; two spacers stand for the others. */
export function LogTable(props: Props) {
  const { rows, own, compact, busy, hasMore, selection, opened, actions, loadMore, onScreen } =
    props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { day } = useTimes();
  const { narrow, top } = usePlace(body);
  const items = itemsOf(rows, day);
  const height = rowHeight({ narrow, compact });
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (n) => ("day" in (items[n] ?? {}) ? dayHeight : height),
    getItemKey: (n) => keyOf(items[n]),
    overscan: 12,
    scrollMargin: top ?? 0,
    scrollPaddingStart: stickyPx,
    scrollPaddingEnd: 72,
    enabled: top !== undefined,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all that was measured wrong
  useLayoutEffect(() => virtual.measure(), [virtual, height]);
  // The panel makes rows higher: the one that it shows stays where it can be seen.
  const anchor = useRef({ height, id: opened });
  useLayoutEffect(() => {
    const known = anchor.current;
    const id = opened ?? known.id;
    anchor.current = { height, id };
    if (height === known.height || !id) return;
    const n = items.findIndex((item) => keyOf(item) === id);
    if (n >= 0) virtual.scrollToIndex(n, { align: "center" });
    // The row that had the focus was drawn anew on the way.
    if (!opened) requestAnimationFrame(() => requestAnimationFrame(() => focusRow(id)));
  });
  useEffect(() => {
    props.reveal.current = (index) =>
      virtual.scrollToIndex(items.findIndex((item) => "index" in item && item.index === index));
  });

  const drawn = top === undefined ? [] : virtual.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const shown =
    top === undefined ? items.slice(0, drawnByServer) : drawn.map(({ index }) => items[index]);
  const before = first ? first.start - (top ?? 0) : 0;
  const after = last ? virtual.getTotalSize() - (last.end - (top ?? 0)) : 0;
  const lastIndex = last?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastIndex >= items.length - 20) loadMore();
  }, [hasMore, lastIndex, items.length, loadMore]);
  const firstRow = shown.find((item) => item && "index" in item);
  const firstIndex = firstRow && "index" in firstRow ? firstRow.index : 0;
  useEffect(() => onScreen(firstIndex), [firstIndex, onScreen]);

  return (
    <table
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      aria-busy={busy}
      className={`@container block w-full rounded-lg text-left border border-line bg-raised shadow-low transition-opacity ${busy ? "opacity-60" : ""}`}
    >
      <caption className="sr-only">Deliveries, newest first</caption>
      <LogHead own={own} />
      <tbody ref={body} className="block">
        {before > 0 && <tr className="block" style={{ height: before }} />}
        {shown.map(
          (item) =>
            item &&
            ("day" in item ? (
              <DayRow key={keyOf(item)} day={item.day} />
            ) : (
              <LogRow
                key={keyOf(item)}
                delivery={item.delivery}
                index={item.index}
                own={own}
                compact={compact}
                selected={selection.ids.has(item.delivery.id)}
                opened={opened === item.delivery.id}
                actions={actions}
              />
            )),
        )}
        {after > 0 && <tr className="block" style={{ height: after }} />}
      </tbody>
    </table>
  );
}

function keyOf(item: LogItem | undefined): string {
  if (!item) return "";
  return "day" in item ? item.day : item.delivery.id;
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

const narrowPx = 672;

/** Where the rows begin on the page and whether they have to be cards; unknown until they are there. */
function usePlace(body: { current: HTMLElement | null }) {
  const [place, setPlace] = useState<{ narrow: boolean; top: number | undefined }>({
    narrow: false,
    top: undefined,
  });
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
    // What stands above may grow or shrink.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return place;
}
