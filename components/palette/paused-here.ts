/** The webhook that the palette paused or resumed last. */
export type PausedHere = { id: string; name: string; paused: boolean };

const watchers = new Set<() => void>();
let latest: PausedHere | undefined;

export function readPausedHere(): PausedHere | undefined {
  return latest;
}

export function setPausedHere(next: PausedHere | undefined): void {
  latest = next;
  for (const watcher of watchers) watcher();
}

/** Calls after a change. Returns a function that ends this. */
export function watchPausedHere(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
