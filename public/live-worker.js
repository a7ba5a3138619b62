/*
 * One stream of changes for all tabs of a browser: HTTP/1.1 gives an origin six connections, which six tabs with a
 * stream each would use up. Runs shared, or for one tab alone where browsers have no shared workers.
 */
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After an answer that is no stream, such as 429 with its Retry-After, which an EventSource does not show. */
const refusedWaitMs = 10_000;
/** So long after the last tab was out of sight nobody needs to know. */
const idleMs = 60_000;
/** The server says something every 15 seconds; who hears nothing for so long has lost it. */
const silentMs = 40_000;

const ports = new Map();
let source;
let state = { state: "connecting" };
let failures = 0;
let retrying;
let idling;
let silence;

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
  become({ state: "connecting" });
  source = new EventSource("/v1/stream");
  hear();
  source.addEventListener("beat", () => {
    // It has lasted. A stream that opens and breaks at once is waited for longer each time.
    failures = 0;
    hear();
  });
  source.addEventListener("ready", ({ data }) => {
    hear();
    become({ state: "live" });
    if (JSON.parse(data).missed) tell({ missed: true });
  });
  source.addEventListener("changed", ({ data }) => {
    hear();
    tell(JSON.parse(data));
  });
  // The browser closes it when the server refuses, and would connect again by itself when a connection breaks.
  source.addEventListener("error", () => lose(source?.readyState === EventSource.CLOSED));
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
  become({ state: "reconnecting", retryAt: Date.now() + waitMs });
  retrying = setTimeout(open, waitMs);
}

function shut() {
  clearTimeout(silence);
  clearTimeout(retrying);
  source?.close();
  source = undefined;
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
    if (data === "bye") ports.delete(port);
    else if (data === "retry") {
      if (state.state === "reconnecting") open();
    } else ports.set(port, data === "visible");
    if (data === "visible") port.postMessage(state);
    look();
  };
}

if ("onconnect" in self) {
  self.onconnect = ({ ports: [port] }) => join(port);
} else join(self);
