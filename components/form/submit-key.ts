import type { KeyboardEvent } from "react";

/** Submits the form by ⌘⏎ or Ctrl+Enter from any field. */
export function submitOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
