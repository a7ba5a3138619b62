"use client";

import { type RefObject, useEffect } from "react";

type Keys = { step: (by: 1 | -1) => void; nth: (position: number) => void };

const typing = "input, textarea, select, [contenteditable]";

/** `[` and `]` walk the attempts, digits choose a tab: only while the focus is inside (WCAG 2.1.4). */
export function useExchangeKeys(inside: RefObject<HTMLElement | null>, { step, nth }: Keys) {
  useEffect(() => {
    const element = inside.current;
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (event.key === "[") step(-1);
      else if (event.key === "]") step(1);
      else nth(Number(event.key) - 1);
    };
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, [inside, step, nth]);
}

function isShortcut({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !/^[[\]1-4]$/.test(key)) return false;
  return !(target instanceof Element && target.matches(typing));
}
