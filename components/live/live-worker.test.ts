import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const script = readFileSync("public/live-worker.js", "utf8");

/** Stands in for the browser's stream. `close` is counted by `readyState`, as browsers do. */
class Stream extends EventTarget {
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
const beat = { current: true };
const changed = (...changes: string[]) => ({ changes });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Settings = {
  /** The part of the jitter that each wait gets. */
  random?: number;
  position?: string;
};

/** Runs the shared worker with one visible tab. The server rendered the page of that tab at `position` of the stream. */
function start({ random = 0, position = "a-0" }: Settings = {}) {
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

test("a refused stream is opened again after 10 s, then twice as long each time, up to a minute", () => {
  const { waited, last } = start();
  const waits = Array.from({ length: 5 }, () => {
    last().refuse();
    return waited();
  });
  expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
});

test("a broken stream is opened again after a second, then twice as long each time", () => {
  const { waited, last, streams } = start();
  const waits = Array.from({ length: 8 }, () => {
    last().break();
    return waited();
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(streams.slice(0, -1).every(({ readyState }) => readyState === Stream.CLOSED)).toBe(true);
});

test("every wait is up to a quarter longer, so that browsers do not return at once", () => {
  const { waited, last } = start({ random: 1 });
  last().refuse();
  expect(waited()).toBe(12_500);
  last().refuse();
  expect(waited()).toBe(25_000);
});

test("a stream that lasts starts the waits anew; one that opens and breaks at once does not", () => {
  const { waited, last } = start();
  last().refuse();
  waited();
  last().send("ready");
  last().break();
  expect(waited()).toBe(2000);
  last().send("ready");
  last().send("beat", beat);
  last().break();
  expect(waited()).toBe(1000);
});

test("no stream is opened while one waits, unless a person asks for it", () => {
  const { streams, states, say, last } = start();
  last().refuse();
  expect(states().at(-1)).toBe("reconnecting");
  say("visible");
  vi.advanceTimersByTime(9900);
  expect(streams).toHaveLength(1);
  say("retry");
  expect(streams).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(streams).toHaveLength(2);
});

test("pages are stale 2.5 s after the last beat, and read again once beats return", () => {
  const { streams, messages, last } = start();
  last().send("ready");
  vi.advanceTimersByTime(2400);
  last().send("beat", beat);
  const currentAt = Date.now();
  messages.length = 0;
  vi.advanceTimersByTime(2400);
  expect(messages).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(messages).toEqual([{ state: "stale", currentAt }]);
  last().send("beat", beat);
  expect(messages.slice(1)).toEqual([{ state: "live" }, { missed: true }]);
  expect(streams).toHaveLength(1);
});

test("a beat without the database makes pages stale at once and keeps the stream", () => {
  const { streams, states, last } = start();
  last().send("ready");
  for (let n = 0; n < 20; n++) {
    last().send("beat", { current: false });
    vi.advanceTimersByTime(5000);
  }
  expect(states()).toEqual(["connecting", "connecting", "live", "stale"]);
  expect(streams).toHaveLength(1);
});

test("a lost stream stays lost until the next one is ready", () => {
  const { states, last, waited } = start();
  last().send("ready");
  last().break();
  waited();
  last().send("ready");
  expect(states().slice(-4)).toEqual(["live", "reconnecting", "stale", "live"]);
});

test("a stream that says nothing for 15 s is replaced", () => {
  const { streams, last } = start();
  last().send("ready");
  vi.advanceTimersByTime(14_900);
  last().send("beat", beat);
  vi.advanceTimersByTime(14_900);
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(100 + 1000);
  expect(streams).toHaveLength(2);
});

test("a stream is replaced at once after the computer slept; pages stay stale until the next one is ready", () => {
  const { streams, states, last } = start();
  last().send("ready");
  vi.setSystemTime(Date.now() + 8 * 3600_000);
  vi.advanceTimersByTime(2500);
  expect(streams.map(({ readyState }) => readyState)).toEqual([Stream.CLOSED, 0]);
  vi.advanceTimersByTime(5000);
  expect(streams).toHaveLength(2);
  expect(states().slice(-2)).toEqual(["live", "stale"]);
  last().send("ready");
  expect(states().at(-1)).toBe("live");
});

test("a silent stream is replaced at once when the network is back", () => {
  const { streams, states, say, last } = start();
  last().send("ready");
  say("retry");
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(2500);
  say("retry");
  expect(streams).toHaveLength(2);
  expect(states().at(-1)).toBe("stale");
});

test("a first stream sends what changed since the page was rendered, and nothing is read twice", () => {
  const { streams, changeMessages, last } = start({ position: "a-4" });
  expect(streams[0]?.url).toBe("/v1/stream?lastEventId=a-4");
  last().send("ready", { missed: false }, "a-4");
  expect(changeMessages()).toEqual([]);
  last().send("changed", changed("one"), "a-5");
  expect(changeMessages()).toEqual([changed("one")]);
});

test("tabs get what changed since their own page, or read again if that is not known", () => {
  const { changeMessages, last, join } = start({ position: "a-4" });
  const [older, newer] = [join("a-3"), join("a-5")];
  last().send("ready", { missed: false }, "a-4");
  last().send("changed", changed("five"), "a-5");
  last().send("changed", changed("six"), "a-6");
  expect(changeMessages()).toEqual([changed("five"), changed("six")]);
  expect(older).toEqual([{ missed: true }, changed("five"), changed("six")]);
  expect(newer).toEqual([changed("five"), changed("six")]);
  expect(join("a-4")).toEqual([changed("five"), changed("six")]);
  expect(join("a-5")).toEqual([changed("six")]);
  expect(join("a-6")).toEqual([]);
  expect(join("a-3")).toEqual([{ missed: true }]);
  expect(join("b-6")).toEqual([{ missed: true }]);
  expect(join()).toEqual([{ missed: true }]);
});

test("of many changes, a tab that joins late reads again", () => {
  const { last, join } = start();
  last().send("ready", { missed: false });
  for (let n = 1; n <= 70; n++) last().send("changed", changed(`${n}`), `a-${n}`);
  expect(join("a-5")).toEqual([{ missed: true }]);
  expect(join("a-6")).toHaveLength(64);
});

test("a stream that was lost continues after its last event; all read again where that is not possible", () => {
  const { streams, changeMessages, last, waited, join } = start();
  last().send("ready", { missed: false });
  last().send("changed", changed("one"), "a-1");
  last().break();
  waited();
  expect(streams.at(-1)?.url).toBe("/v1/stream?lastEventId=a-1");
  last().send("ready", { missed: true }, "b-7");
  expect(changeMessages().at(-1)).toEqual({ missed: true });
  expect(join("a-1")).toEqual([{ missed: true }]);
  expect(join("b-7")).toEqual([]);
});
