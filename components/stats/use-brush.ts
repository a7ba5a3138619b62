"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";

export type Selection = { first: number; last: number };

/**
 * Selects among `count` columns by pointing, dragging or arrow keys; with Shift, arrow keys extend the selection. A
 * finger cannot hover, so a tap only points; `chooseTapped` then chooses that column.
 */
export function useBrush(count: number, choose: (selection: Selection) => void) {
  const [pointed, setAt] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(null);
  const [byTouch, setByTouch] = useState(false);
  // Zooming in leaves fewer columns.
  const at = pointed === null ? null : Math.min(pointed, count - 1);
  const chosen = at === null ? undefined : between(start ?? at, at);
  const under = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  };
  const clear = () => {
    setAt(null);
    setStart(null);
  };
  const walk = (event: KeyboardEvent) => {
    const from = at ?? count;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === "Enter" && chosen) choose(chosen);
    if (event.key === "Escape") clear();
    if (to === undefined) return;
    setByTouch(false);
    event.preventDefault();
    setStart(event.shiftKey ? (start ?? at) : null);
    setAt(Math.min(count - 1, Math.max(0, to)));
  };

  const finish = (selection: Selection) => {
    clear();
    choose(selection);
  };

  return {
    at,
    chosen,
    chooseTapped: byTouch && start === null && chosen ? () => finish(chosen) : undefined,
    on: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        // An event that is repeated has no pointer.
        if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
        setByTouch(event.pointerType === "touch");
        setStart(under(event));
        setAt(under(event));
      },
      onPointerMove: (event: PointerEvent) => setAt(under(event)),
      onPointerUp: (event: PointerEvent) => {
        if (start === null) return;
        const end = under(event);
        if (event.pointerType === "touch" && start === end) setStart(null);
        else finish(between(start, end));
      },
      onPointerCancel: clear,
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (start === null && pointerType !== "touch") setAt(null);
      },
      onFocus: () => setAt((known) => known ?? count - 1),
      onBlur: clear,
      onKeyDown: walk,
    },
  };
}

function between(one: number, other: number): Selection {
  return { first: Math.min(one, other), last: Math.max(one, other) };
}
