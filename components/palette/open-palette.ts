const listeners = new Set<() => void>();

/** Opens the palette, from anywhere in the dashboard. */
export function openPalette(): void {
  for (const open of listeners) open();
}

export function onOpenPalette(open: () => void): () => void {
  listeners.add(open);
  return () => listeners.delete(open);
}
