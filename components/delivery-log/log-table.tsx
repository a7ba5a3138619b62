"use client";

import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useZone } from "@/components/time/zone";
import { useLabels } from "@/components/webhooks/use-labels";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatDay } from "@/lib/format";
import { loadResend } from "./lazy-resend";
import { LogHead } from "./log-head";
import { itemsOf, keyOf } from "./log-items";
import { LogRow, type RowActions, rowHeight } from "./log-row";
import { usePlace } from "./use-place";
import type { Selection } from "./use-selection";
import { useVirtualRows } from "./use-virtual-rows";

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
  reveal: RefObject<((index: number) => void) | undefined>;
};

const shape =
  "@container block w-full rounded-lg text-left border border-line bg-raised shadow-low transition-opacity aria-busy:opacity-60";

/** Only the rows near the screen exist; two spacers stand for the others. */
export function LogTable(props: Props) {
  const { rows, own, busy, hasMore, selection, opened } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, before, after } = useRowsNear(props, body);
  const labelOf = useLabels();
  return (
    <table aria-rowcount={hasMore ? -1 : rows.length + 1} aria-busy={busy} className={shape}>
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
              compact={props.compact}
              selected={selection.ids.has(item.delivery.id)}
              opened={opened === item.delivery.id}
              actions={props.actions}
            />
          ),
        )}
        {after > 0 && <tr className="block" style={{ height: after }} />}
      </tbody>
    </table>
  );
}

/** Tells as well which row is on top and when the end is near. */
function useRowsNear(props: Props, body: RefObject<HTMLElement | null>) {
  const { rows, compact, opened, hasMore, loadMore, onScreen } = props;
  const zone = useZone();
  const { narrow, top } = usePlace(body);
  const items = useMemo(() => itemsOf(rows, (iso) => formatDay(iso, zone)), [rows, zone]);
  const near = useVirtualRows({ items, height: rowHeight({ narrow, compact }), top, opened });
  useEffect(() => {
    props.reveal.current = near.reveal;
  });
  useEffect(() => {
    if (hasMore && near.last >= items.length - 20) loadMore();
  }, [hasMore, near.last, items.length, loadMore]);
  const firstRow = near.shown.find((item) => "index" in item);
  const firstIndex = firstRow && "index" in firstRow ? firstRow.index : 0;
  useEffect(() => onScreen(firstIndex), [firstIndex, onScreen]);
  return near;
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
