import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Stream, start } from "@/tests/live-worker";

const beat = { current: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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
