import { expect, test } from "vitest";
import { WindowCounter } from "./window-counter";

test("a window counts down, and the next one begins anew", () => {
  const counter = new WindowCounter(2, 60);
  expect(counter.add("a", 1000)).toEqual({ left: 1, seconds: 60 });
  expect(counter.add("a", 31_500)).toEqual({ left: 0, seconds: 30 });
  expect(counter.add("a", 60_999)).toEqual({ left: -1, seconds: 1 });
  expect(counter.add("a", 61_000)).toEqual({ left: 1, seconds: 60 });
});

test("subjects do not share one", () => {
  const counter = new WindowCounter(1, 60);
  counter.add("a", 0);
  expect(counter.add("b", 0).left).toBe(0);
});

test("looks use nothing, and uses that are given back can be used again", () => {
  const counter = new WindowCounter(10, 60);
  counter.giveBack("a", 1);
  expect(counter.look("a", 0)).toEqual({ left: 10, seconds: 60 });
  expect(counter.add("a", 0, 12).left).toBe(-2);
  expect(counter.look("a", 30_000)).toEqual({ left: -2, seconds: 30 });
  counter.giveBack("a", 5);
  expect(counter.look("a", 30_000).left).toBe(3);
  counter.giveBack("a", 100);
  expect(counter.look("a", 30_000)).toEqual({ left: 10, seconds: 30 });
});

test("a clock that steps back by an hour ends the window", () => {
  const counter = new WindowCounter(1, 60);
  const hourMs = 3_600_000;
  expect(counter.add("a", hourMs).left).toBe(0);
  expect(counter.add("a", hourMs).left).toBe(-1);
  expect(counter.add("a", 0)).toEqual({ left: 0, seconds: 60 });
});
