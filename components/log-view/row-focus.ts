const here = "table, aside[aria-label='Delivery'], nav [aria-current]";

/** True while row shortcuts apply: the focus is in the table, in the panel, on the link that led here, or nowhere. */
export function isRowFocused(): boolean {
  return isFocusNowhere() || document.activeElement?.closest(here) != null;
}

export function isFocusNowhere(): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.id === "main";
}

export function focusedRow(): string | undefined {
  const row = document.activeElement?.closest("tr");
  return row?.querySelector<HTMLElement>("[data-row]")?.dataset.row;
}

/** Focuses a row. A virtual row mounts only some frames after the scroll. */
export function focusRow(id: string, tries = 40): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(id, tries - 1));
}
