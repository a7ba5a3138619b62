"use client";
"use no memo";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { RowsProps } from "./webhook-row";
import { rowProps, WebhookRow } from "./webhook-row";

const estimatedHeight = 49;

/** Virtualised rows between two spacers, for long lists. */
export function ManyRows(props: RowsProps) {
  const { rows } = props;
  const start = useRef<HTMLTableRowElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin((start.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedHeight,
    overscan: 12,
    scrollMargin,
    getItemKey: (n) => rows[n]?.webhook.id ?? n,
  });
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <>
      <tr ref={start} style={{ height: before }} />
      {items.map(({ index, key }) => {
        const listed = rows[index];
        return (
          listed && (
            <WebhookRow
              key={String(key)}
              ref={virtual.measureElement}
              index={index}
              {...rowProps(listed, props)}
            />
          )
        );
      })}
      <tr style={{ height: after }} />
    </>
  );
}
