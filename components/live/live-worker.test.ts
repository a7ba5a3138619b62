import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Stream, start } from "@/tests/live-worker";

const beat = { current: true };
const changed = (...changes: string[]) => ({ changes });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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
