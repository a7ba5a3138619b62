"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  columnNames,
  columnShape,
  line,
  selectBox,
  selectShape,
  timeShape,
} from "@/components/log-view/columns";
import { useColumns } from "@/components/log-view/use-columns";
import { useIsHydrating } from "@/components/page/use-is-hydrating";
import { formatPlural } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { LogRow, rowHeight } from "./log-row";
import { readScreen } from "./screen";
import type { Log } from "./use-log";
import { useVirtualRows } from "./use-virtual-rows";

/** Narrower tables have cards: the `@log` of their classes. */
const narrowRem = 44;
const loadMoreWithin = 20;
const shape =
  "@container block w-full rounded-lg text-left border border-line bg-raised shadow-low transition-opacity aria-busy:opacity-60";

/** Only the rows near the screen exist; two spacers stand for the others. */
export function LogTable({ log }: { log: Log }) {
  const { filters, display, feed, selection, actions } = log;
  const { list, rows } = feed;
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, before, after } = useRowsNear(log, body);
  const labelOf = useLabels();
  const own = filters.lockedTo !== undefined;
  const { hidden } = useColumns(own);
  return (
    <table
      aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}
      aria-busy={list.isPlaceholderData}
      className={shape}
    >
      <caption className="sr-only">Deliveries, newest first</caption>
      <LogHead log={log} own={own} />
      <tbody ref={body} className="block">
        {before > 0 && <tr className="block" style={{ height: before }} />}
        {rows.slice(from, to).map((delivery, n) => (
          <LogRow
            key={delivery.id}
            delivery={delivery}
            label={labelOf(delivery.webhookId)}
            index={from + n}
            own={own}
            hidden={hidden}
            compact={display.compact}
            selected={selection.all || selection.ids.has(delivery.id)}
            opened={display.opened === delivery.id}
            actions={actions}
          />
        ))}
        {after > 0 && <tr className="block" style={{ height: after }} />}
      </tbody>
    </table>
  );
}

/** Returns the rows near the screen; reports which row is on top and asks for more near the end. */
function useRowsNear({ display, feed, place }: Log, body: RefObject<HTMLElement | null>) {
  const { rows, list, loadMore, onScreen } = feed;
  const { compact } = display;
  // A failed read is repeated by the next refresh and by Retry. Here it would be repeated without a pause.
  const mayLoad = list.hasNextPage && !list.isError;
  const { narrow, top, remPx } = usePlace(body);
  const height = rowHeight({ narrow, compact }) * remPx;
  const near = useVirtualRows({ count: rows.length, height, top });
  const { from, to } = near;
  useEffect(() => {
    place.current = near;
  });
  useEffect(() => {
    if (mayLoad && top !== undefined && to > rows.length - loadMoreWithin) loadMore();
  }, [mayLoad, top, to, rows.length, loadMore]);
  useEffect(() => onScreen(from), [from, onScreen]);
  return near;
}

type Place = {
  narrow: boolean;
  top: number | undefined;
  /** Size of the page's text, which a browser may be set to enlarge. */
  remPx: number;
};

/**
 * Returns where the rows begin on the page and whether they are cards; unknown until they are mounted. Rows drawn by the
 * server are measured after the browser has laid them out; others at once, so that Back finds its place in the list.
 */
function usePlace(body: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ narrow: false, top: undefined, remPx: 16 });
  const [isDrawn] = useState(useIsHydrating());
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => {
      readScreen();
      const { top, width } = element.getBoundingClientRect();
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const narrow = width < narrowRem * remPx;
      const next = { narrow, top: Math.round(top + window.scrollY), remPx };
      setPlace((known) => (isSame(known, next) ? known : next));
    };
    if (!isDrawn) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Content above the rows may grow or shrink.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body, isDrawn]);
  return place;
}

function isSame(one: Place, other: Place): boolean {
  return one.narrow === other.narrow && one.top === other.top && one.remPx === other.remPx;
}

function LogHead({ log: { feed, selection }, own }: { log: Log; own: boolean }) {
  const { all, hidden } = useColumns(own);
  const ids = feed.rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const every = selection.all || chosen === ids.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !every;
  });
  return (
    <thead className="sticky top-(--header) low:top-0 z-10 block">
      <tr
        className={`${line} tap h-9 rounded-t-lg border-line border-b bg-sunken font-medium text-faint text-xs @max-log:grid-cols-[2rem_minmax(0,1fr)] @log:h-8`}
      >
        <th scope="col" className={`relative grid ${selectShape}`}>
          <input
            ref={box}
            type="checkbox"
            aria-label={`Select all ${formatPlural(ids.length, "loaded delivery", "loaded deliveries")}`}
            checked={every}
            onChange={() => (every ? selection.clear() : selection.selectLoaded(ids))}
            className={selectBox}
          />
        </th>
        <th scope="col" className={`font-medium ${timeShape}`}>
          Time
        </th>
        {all.map((column) => (
          <th
            scope="col"
            key={column}
            className={`truncate font-medium @max-log:sr-only ${columnShape(column, hidden, own)}`}
          >
            {columnNames[column]}
          </th>
        ))}
      </tr>
    </thead>
  );
}
