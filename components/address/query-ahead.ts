import { startTransition } from "react";
import { queryText } from "./field";
import { navigationStart } from "./navigation-start";

/**
 * The query of the page while it is ahead of the router. A change shows at once and is written to the address right
 * after it, together with other changes of that moment. Safari allows a hundred writes in thirty seconds.
 */
type Ahead = {
  path: string;
  query: string;
  /** The address at the time of the first change that is not written. Another address cancels the changes. */
  since: string;
};

/**
 * How an address enters the history: as a new entry, or in the place of the present one. A function may go back to an
 * earlier entry that has the address instead, and then returns true.
 */
export type Way = "push" | "replace" | ((address: string) => boolean);

const restMs = 320;
/** Time after which a step back through the history that was not heard of is taken for one that did not happen. */
const backMs = 3000;
const watchers = new Set<() => void>();
let ahead: Ahead | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let way: Way = "replace";
/** The browser is on its way back to the address of `ahead`. */
let returning = false;
/** Path and query that the router showed last. */
let shown: string | undefined;
let writtenAtMs = Number.NEGATIVE_INFINITY;

export function watchAhead(watcher: () => void): () => void {
  if (watchers.size === 0) {
    window.addEventListener("popstate", follow);
    window.addEventListener(navigationStart, writeBeforeNavigation);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    window.removeEventListener("popstate", follow);
    window.removeEventListener(navigationStart, writeBeforeNavigation);
  };
}

export function readAhead(): Ahead | undefined {
  return ahead;
}

/** Sets texts in the query of the page, and removes those that are null. */
export function changeQuery(texts: Record<string, string | null>, history: Way) {
  const { pathname: path, search } = window.location;
  const query = new URLSearchParams(ahead?.path === path ? ahead.query : search);
  for (const [name, text] of Object.entries(texts)) {
    if (text === null) query.delete(name);
    else query.set(name, text);
  }
  const since = timer && ahead ? ahead.since : path + search;
  if (!timer || way !== "push") way = history;
  set({ path, query: query.toString(), since });
  timer ??= setTimeout(write, Math.max(0, writtenAtMs + restMs - performance.now()));
}

/** Writes a waiting change before the router leaves the page: Next drops a navigation when the address changes during it. */
function writeBeforeNavigation(): void {
  if (!timer) return;
  // Going back takes its time.
  if (way !== "push") way = "replace";
  write();
}

/**
 * Ends being ahead once the router shows the address of the window. Only a change of what it shows counts: after d=1 was
 * written and removed again, a router that is behind shows the same address as one that is not, and d=1 next.
 */
export function settle(path: string, query: string): void {
  const now = `${path}?${query}`;
  if (now === shown) return;
  shown = now;
  window.history.scrollRestoration = "auto";
  const { search } = window.location;
  if (ahead && !timer && query === new URLSearchParams(search).toString()) forget();
}

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  // The address is still that of before the step back.
  if (returning && performance.now() < writtenAtMs + backMs) {
    timer = setTimeout(write, restMs);
    return;
  }
  const { pathname, search, hash } = window.location;
  const isSamePage = ahead?.since === pathname + search;
  const next = queryText(new URLSearchParams(ahead?.query));
  if (!isSamePage || next === search) {
    forget();
    return;
  }
  writtenAtMs = performance.now();
  const address = pathname + next + hash;
  returning = typeof way === "function" && way(address);
  if (returning) return;
  startTransition(() => {
    window.history[way === "push" ? "pushState" : "replaceState"](null, "", address);
  });
}

/** Keeps what is ahead when the browser went back for it. Any other step through the history cancels it. */
function follow(): void {
  const { pathname, search } = window.location;
  if (ahead && returning) ahead.since = pathname + search;
  else forget();
  returning = false;
}

function forget(): void {
  clearTimeout(timer);
  timer = undefined;
  set(undefined);
}

function set(next: Ahead | undefined): void {
  if (ahead === next) return;
  ahead = next;
  for (const watcher of watchers) watcher();
}
