import { beforeEach, expect, test } from "vitest";
import { LookPause } from "./look-pause";

const nothing = { lanes: [], hasWork: false, comingMs: null };

let pause: LookPause;
let ended: number;
beforeEach(() => {
  pause = new LookPause();
  ended = 0;
  pause.end = () => {
    ended++;
  };
});

/** Looks once. Returns the pause that follows, in ms. */
function look(found: Parameters<LookPause["after"]>[0] = nothing): number {
  return pause.after(found, pause.begin());
}

test("looks are a second apart, and five once nothing happened between two", () => {
  expect([look(), look(), look()]).toEqual([1000, 5000, 5000]);
  expect(look({ ...nothing, lanes: [0], hasWork: true })).toBe(1000);
  expect([look(), look()]).toEqual([1000, 5000]);
});

test("work that becomes due by itself ends the pause of an idle worker, at the earliest after 20 ms", () => {
  look();
  const pauses = [0.4, 300, 4999].map((comingMs) => look({ ...nothing, comingMs }));
  expect(pauses).toEqual([20, 300, 4999]);
});

test("work ends a long pause once, and no short one", () => {
  look();
  pause.noteWork();
  expect(ended).toBe(0);
  expect([look(), look()]).toEqual([1000, 5000]);

  pause.noteWork();
  pause.noteWork();
  expect(ended).toBe(1);
  expect([look(), look()]).toEqual([1000, 5000]);
});

test("after work that is noted during a look, the pause is short", () => {
  look();
  const isIdle = pause.begin();
  pause.noteWork();
  expect(pause.after(nothing, isIdle)).toBe(1000);
  expect(ended).toBe(0);
});

test("while notifications may be missed, the pause is short", () => {
  look();
  pause.begin();
  expect(pause.after(nothing, false)).toBe(1000);
});
