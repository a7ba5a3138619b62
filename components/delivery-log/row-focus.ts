/** Rows have the keys while the focus is on one of them, on what is beside them, or on nothing. */
export function atRows(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.id === "main") return true;
  return focused.closest("table, aside[aria-label='Delivery']") !== null;
}

export function focusedRow(): string | undefined {
  const row = document.activeElement?.closest("tr");
  return row?.querySelector<HTMLElement>("[data-row]")?.dataset.row;
}

/** A row that was far away exists only some frames after it was scrolled to. */
export function focusRow(id: string, tries = 40): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(id, tries - 1));
}
