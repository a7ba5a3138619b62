"use client";

import { useEffect, useRef } from "react";
import { tinykeys } from "tinykeys";
import { usePreference } from "@/components/preferences/preferences";
import { isSingleKey, type ShortcutId, shortcutKeys } from "./keys";

type Handler = (event: KeyboardEvent) => void;
export type Handlers = Partial<Record<ShortcutId, Handler>>;

/**
 * Binds keys while the component is there: name the key in `keys.ts` and describe it in `catalogue.ts`, for the cheat sheet, then
 * call `useShortcuts({ logDown: next, logUp: previous }, () => tableHasFocus())`. Nothing fires during typing, while a
 * dialog is open, or for single keys that are switched off. The default action of the key is prevented.
 */
export function useShortcuts(handlers: Handlers, when: () => boolean = always): void {
  const latest = useRef({ handlers, when });
  const singleKeys = usePreference("singleKeys");
  const ids = Object.keys(handlers).join(" ");

  useEffect(() => {
    latest.current = { handlers, when };
  });
  useEffect(() => {
    const bound = (ids.split(" ") as ShortcutId[]).flatMap((id) =>
      (shortcutKeys[id] as readonly string[])
        .filter((keys) => singleKeys === "on" || !isSingleKey(keys))
        .map((keys): [string, Handler] => [
          keys,
          (event) => {
            const { handlers, when } = latest.current;
            if (!isFree(event, keys) || !when()) return;
            event.preventDefault();
            handlers[id]?.(event);
          },
        ]),
    );
    return tinykeys(window, Object.fromEntries(bound));
  }, [ids, singleKeys]);
}

const always = () => true;
const typing =
  "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable='false'])";
const inFront = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";
const sequenceMs = 1000;

let leaderAt = Number.NEGATIVE_INFINITY;
let follower: KeyboardEvent | undefined;

if (typeof window !== "undefined") {
  window.addEventListener("keydown", noteSequence, { capture: true });
}

/** Prevents the second key of "g d" from acting as "d". */
function noteSequence(event: KeyboardEvent): void {
  if (event.key.length > 1 || isTyping(event)) return;
  if (event.timeStamp - leaderAt <= sequenceMs) {
    follower = event;
    leaderAt = Number.NEGATIVE_INFINITY;
  } else if (event.key === "g" && !event.metaKey && !event.ctrlKey && !event.altKey) {
    leaderAt = event.timeStamp;
  }
}

/** True when neither the focused element nor a pending sequence claims the key. */
function isFree(event: KeyboardEvent, keys: string): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (keys.startsWith("$mod+")) return true;
  if (isTyping(event) || isInFront(event)) return false;
  return keys.includes(" ") || event !== follower;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(typing) !== null;
}

function isInFront({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(inFront) !== null;
}
