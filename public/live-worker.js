/*
 * One stream of changes for all tabs of a browser: HTTP/1.1 gives an origin six connections, which six tabs with a
 * stream each would use up. Runs shared, or for one tab alone where browsers have no shared workers.
 */
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After an answer that is no stream, such as 429 with its Retry-After, which an EventSource does not show. */
const refusedWaitMs = 10_000;
/** Time after the last tab was hidden until the stream is closed. */
const idleMs = 60_000;
/** The server sends a beat every second while the database answers. Without one for this time, pages are stale. */
const staleMs = 2500;
/** Without any event for this time the stream is replaced. */
const silentMs = 15_000;
/** Changes that are kept for tabs that join later. */
const keptChanges = 64;

const ports = new Map();
/** Position of each tab (by its port) that joined before the stream was ready. */
const joining = new Map();
/** The latest changes, with the ids of their events. */
let kept = [];
/** Id of the event since which `kept` has all changes. Ids are an epoch and a moment, a number that grows. */
let keptSince;
let lastId;
let source;
let isReady = false;
let state = { state: "connecting" };
let failures = 0;
let retrying;
let idling;
let silence;
let staling;
/** Time of the latest proof that pages show the current state. */
let currentAt;

function tell(message) {
  for (const port of ports.keys()) port.postMessage(message);
}

function become(next) {
  state = next;
  tell(state);
}

function open() {
  clearTimeout(retrying);
  source?.close();
  if (state.state === "reconnecting") stale();
  else if (state.state !== "stale") become({ state: "connecting" });
  const [position] = joining.values();
  const after = lastId ?? position;
  source = new EventSource(`/v1/stream${after ? `?lastEventId=${encodeURIComponent(after)}` : ""}`);
  hear();
  awaitBeat();
  source.addEventListener("beat", ({ data }) => {
    hear();
    if (!JSON.parse(data).current) return stale();
    // It has lasted. A stream that opens and breaks at once is waited for longer each time.
    failures = 0;
    live({ missed: false });
  });
  source.addEventListener("ready", ({ data, lastEventId }) => {
    hear();
    const { missed } = JSON.parse(data);
    if (missed) kept = [];
    if (missed || !keptSince) keptSince = lastEventId;
    lastId = lastEventId;
    isReady = true;
    live({ missed });
    if (!missed) for (const [port, position] of joining) catchUp(port, position);
    joining.clear();
  });
  source.addEventListener("changed", ({ data, lastEventId }) => {
    hear();
    const message = JSON.parse(data);
    kept.push({ id: lastEventId, message });
    if (kept.length > keptChanges) keptSince = kept.shift().id;
    lastId = lastEventId;
    tell(message);
  });
  // The browser closes it when the server refuses, and would connect again by itself when a connection breaks.
  source.addEventListener("error", () => lose(source?.readyState === EventSource.CLOSED));
}

/** Sends a tab what changed since its page was rendered. */
function catchUp(port, position = "") {
  const [epoch, number] = split(position);
  const [keptEpoch, first] = split(keptSince);
  if (epoch !== keptEpoch || number < first) return port.postMessage({ missed: true });
  for (const { id, message } of kept) if (split(id)[1] > number) port.postMessage(message);
}

/** Returns the epoch and the number of an id. */
function split(id) {
  const end = id.lastIndexOf("-");
  return [id.slice(0, end), Number(id.slice(end + 1))];
}

/** Pages that were stale read again at once: some of their requests may have failed. */
function live({ missed }) {
  const wasStale = state.state === "stale";
  currentAt = Date.now();
  awaitBeat();
  if (state.state !== "live") become({ state: "live" });
  if (missed || wasStale) tell({ missed: true });
}

function awaitBeat() {
  clearTimeout(staling);
  const since = Date.now();
  staling = setTimeout(() => {
    stale();
    // Timers stand still while the computer sleeps. Few connections survive that, and none reports its end.
    if (Date.now() - since > silentMs) open();
  }, staleMs);
}

function stale() {
  clearTimeout(staling);
  if (state.state !== "stale") become({ state: "stale", currentAt });
}

function hear() {
  clearTimeout(silence);
  silence = setTimeout(() => lose(false), silentMs);
}

function lose(refused) {
  shut();
  const least = refused ? refusedWaitMs : firstWaitMs;
  const waitMs = Math.min(least * 2 ** failures, longestWaitMs) * (1 + Math.random() / 4);
  failures++;
  become({ state: "reconnecting", retryAt: Date.now() + waitMs, currentAt });
  retrying = setTimeout(open, waitMs);
}

function shut() {
  clearTimeout(silence);
  clearTimeout(staling);
  clearTimeout(retrying);
  source?.close();
  source = undefined;
  isReady = false;
}

function look() {
  clearTimeout(idling);
  if ([...ports.values()].some((visible) => visible)) {
    if (!source && state.state !== "reconnecting") open();
    return;
  }
  idling = setTimeout(() => {
    shut();
    state = { state: "connecting" };
  }, idleMs);
}

function join(port) {
  port.onmessage = ({ data }) => {
    if (data === "bye") {
      ports.delete(port);
      joining.delete(port);
    } else if ("position" in Object(data)) {
      ports.set(port, false);
      if (isReady) catchUp(port, data.position);
      else joining.set(port, data.position);
    } else if (data === "retry") {
      if (state.state === "reconnecting" || state.state === "stale") open();
    } else ports.set(port, data === "visible");
    if (data === "visible") port.postMessage(state);
    look();
  };
}

if ("onconnect" in self) {
  self.onconnect = ({ ports: [port] }) => join(port);
} else join(self);
