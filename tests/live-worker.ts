import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { vi } from "vitest";

const script = readFileSync("public/live-worker.js", "utf8");

/** Stands in for the browser's stream. `close` is counted by `readyState`, as browsers do. */
export class Stream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  /** The server answers with something else than a stream, such as 429: the browser closes it. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event("error"));
  }
  /** An open stream breaks: the browser would connect again. */
  break(): void {
    this.dispatchEvent(new Event("error"));
  }
  send(type: "beat" | "ready" | "changed", data = {}, lastEventId = "a-0"): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

type Tab = {
  onmessage?: (event: { data: unknown }) => void;
  postMessage(message: Message): void;
};
type Shared = { onconnect: ((event: { ports: Tab[] }) => void) | undefined };
type Message = { state?: string; currentAt?: number; missed?: true; changes?: string[] };
type Settings = {
  /** The part of the jitter that each wait gets. */
  random?: number;
  position?: string;
};

/** Runs the shared worker with one visible tab. The server rendered the page of that tab at `position` of the stream. */
export function start({ random = 0, position = "a-0" }: Settings = {}) {
  const streams: (Stream & { url: string })[] = [];
  const messages: Message[] = [];
  const tab: Tab = { postMessage: (message) => messages.push(message) };
  const shared: Shared = { onconnect: undefined };
  class EventSource extends Stream {
    url: string;
    constructor(url: string) {
      super();
      this.url = url;
      streams.push(this);
    }
  }
  const math = Object.create(Math, { random: { value: () => random } });
  const clock = { setTimeout, clearTimeout, Date };
  runInContext(script, createContext({ self: shared, EventSource, Math: math, ...clock }));
  /** Connects another visible tab, rendered at `position`. Returns the messages about changes that it receives. */
  function join(position?: string) {
    const received: Message[] = [];
    const port: Tab = { postMessage: (message) => message.state ?? received.push(message) };
    shared.onconnect?.({ ports: [port] });
    port.onmessage?.({ data: { position } });
    port.onmessage?.({ data: "visible" });
    return received;
  }
  shared.onconnect?.({ ports: [tab] });
  const say = (data: unknown) => tab.onmessage?.({ data });
  say({ position });
  say("visible");
  /** Returns how long the next stream takes to be opened, in ms, to a tenth of a second. */
  function waited(): number {
    const before = streams.length;
    let ms = 0;
    while (streams.length === before && ms < 120_000) {
      vi.advanceTimersByTime(100);
      ms += 100;
    }
    return ms;
  }
  const last = () => streams.at(-1)!;
  const states = () => messages.flatMap(({ state }) => state ?? []);
  const changeMessages = () => messages.filter(({ state }) => state === undefined);
  return { streams, messages, changeMessages, states, say, join, waited, last };
}
