import { useRef } from "react";

/** Shorter than the time between two presses, longer than a press takes to make its button busy. */
const restMs = 20;

/**
 * Returns a function that returns whether a press counts. Of several presses that arrive together, as from a page that was busy, only
 * the first one does.
 */
export function useOnce(): () => boolean {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  return () => {
    if (rest.current !== undefined) return false;
    rest.current = setTimeout(() => {
      rest.current = undefined;
    }, restMs);
    return true;
  };
}
