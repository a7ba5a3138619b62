import type { KeyboardEvent } from "react";

/** ⌘⏎ or Ctrl+Enter sends the form from any of its fields. */
export function submitOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
