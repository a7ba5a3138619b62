import type { Changed } from "@/lib/stream/contract";

/** `currentAt` is the latest time at which the stream proved that no change was missing. */
export type LiveState = { currentAt?: number } & (
  | { state: "connecting" | "live" | "stale" | "offline" }
  | { state: "reconnecting"; retryAt: number }
);
type Message = LiveState | { changes: Changed[] } | { missed: true };
/** Changes; undefined when some may have been missed and everything has to be refreshed. */
export type ChangeListener = (changes: Changed[] | undefined) => void;

type Port = Pick<MessagePort, "postMessage"> & {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
};

const script = "/live-worker.js";
const before: LiveState = { state: "connecting" };

const listeners = new Set<ChangeListener>();
const watchers = new Set<() => void>();
let reported: LiveState = before;
let state: LiveState = before;
let port: Port | undefined;

/** Connects to the shared stream with the first listener; stays connected for the life of the page. */
export function subscribe(listener: ChangeListener): () => void {
  listeners.add(listener);
  if (!port) join();
  return () => listeners.delete(listener);
}

export function watchState(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function liveState(): LiveState {
  return state;
}

export function liveStateOnServer(): LiveState {
  return before;
}

/** Reconnects immediately. */
export function retryNow(): void {
  port?.postMessage("retry");
}

function join(): void {
  port = openPort();
  port.onmessage = ({ data }) => {
    if ("state" in data) setState(data);
    else for (const listener of listeners) listener("changes" in data ? data.changes : undefined);
  };
  const tellSight = () => port?.postMessage(document.hidden ? "hidden" : "visible");
  tellSight();
  document.addEventListener("visibilitychange", tellSight);
  window.addEventListener("pageshow", tellSight);
  window.addEventListener("pagehide", () => port?.postMessage("bye"));
  window.addEventListener("online", () => {
    retryNow();
    updateState();
  });
  window.addEventListener("offline", updateState);
  updateState();
}

/** Falls back to a worker per tab in browsers without shared workers, such as Chrome on Android. */
function openPort(): Port {
  if (typeof SharedWorker === "undefined") return new Worker(script, { name: "live" });
  return new SharedWorker(script, { name: "live" }).port;
}

function setState(next: LiveState): void {
  reported = next;
  updateState();
}

function updateState(): void {
  state = navigator.onLine ? reported : { ...reported, state: "offline" };
  for (const watcher of watchers) watcher();
}
