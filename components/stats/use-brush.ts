"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";

export type Selection = { first: number; last: number };

/** Selects among `count` columns by pointing, dragging or arrow keys. */
export function useBrush(count: number, open: (selection: Selection) => void) {
  const [at, setAt] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(null);
  const under = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  };
  const between = (one: number, other: number) => ({
    first: Math.min(one, other),
    last: Math.max(one, other),
  });
  const walk = (event: KeyboardEvent) => {
    const from = at ?? count;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === "Enter" && at !== null) open(between(at, at));
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(count - 1, Math.max(0, to)));
  };

  return {
    at,
    chosen: at === null ? undefined : between(start ?? at, at),
    on: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(under(event));
        setAt(under(event));
      },
      onPointerMove: (event: PointerEvent) => setAt(under(event)),
      onPointerUp: (event: PointerEvent) => {
        setStart(null);
        if (start !== null) open(between(start, under(event)));
      },
      onPointerCancel: () => setStart(null),
      onPointerLeave: () => start === null && setAt(null),
      onBlur: () => setAt(null),
      onKeyDown: walk,
    },
  };
}
