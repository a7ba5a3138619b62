import { whenIdle } from "@/components/ui/use-idle-load";
import type { Changed } from "@/lib/stream/contract";

/** `currentAt` is the latest time at which the stream proved that no change was missing. */
export type LiveState = { currentAt?: number } & (
  | { state: "connecting" | "live" | "stale" | "offline" }
  | { state: "reconnecting"; retryAt: number }
);
type Message = LiveState | { changes: Changed[] } | { missed: true };
/** Changes; undefined when some may have been missed and everything has to be refreshed. */
type ChangeListener = (changes: Changed[] | undefined) => void;
/** Position of the stream before the data of the page was read. Without it everything is refreshed once connected. */
type Position = string | undefined;

type Port = Pick<MessagePort, "postMessage" | "close"> & {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
};

const script = "/live-worker.js";
const before: LiveState = { state: "connecting" };

const listeners = new Set<ChangeListener>();
const watchers = new Set<() => void>();
let reported: LiveState = before;
let state: LiveState = before;
let port: Port | undefined;
let isJoining = false;

/** Connects to the shared stream once the page is idle; stays connected for the life of the page. */
export function joinStream(position: Position): void {
  if (!isJoining) whenIdle(() => join(position));
  isJoining = true;
}

export function subscribe(listener: ChangeListener): () => void {
  listeners.add(listener);
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

function join(position: Position): void {
  connect(position);
  document.addEventListener("visibilitychange", tellSight);
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", ({ persisted }) => persisted && connect(undefined));
  window.addEventListener("online", () => {
    retryNow();
    updateState();
  });
  window.addEventListener("offline", updateState);
  updateState();
}

function connect(position: Position): void {
  port = openPort();
  port.onmessage = ({ data }) => {
    if ("state" in data) setState(data);
    else report("changes" in data ? data.changes : undefined);
  };
  port.postMessage({ position });
  tellSight();
}

/** Lets the browser keep the page for Back and Forward, which it does only without connections. */
function disconnect(): void {
  port?.postMessage("bye");
  port?.close();
}

function tellSight(): void {
  port?.postMessage(document.hidden ? "hidden" : "visible");
}

function report(changes: Changed[] | undefined): void {
  for (const listener of listeners) listener(changes);
}

/** Falls back to a worker per tab in browsers without shared workers, such as Chrome on Android. */
function openPort(): Port {
  if (typeof SharedWorker !== "undefined") {
    const shared = new SharedWorker(script, { name: "live" });
    shared.onerror = fail;
    return shared.port;
  }
  const worker = new Worker(script, { name: "live" });
  worker.onerror = fail;
  return Object.assign(worker, { close: () => worker.terminate() });
}

/** Without its script no state is ever reported, and pages have to poll. */
function fail(): void {
  setState({ state: "stale" });
}

function setState(next: LiveState): void {
  reported = next;
  updateState();
}

function updateState(): void {
  state = navigator.onLine ? reported : { ...reported, state: "offline" };
  for (const watcher of watchers) watcher();
}
