import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Phase } from "@/lib/queue/leased-delivery";
import { type Circuit, countsForCircuit, nextState } from "./circuit";

const closed: Circuit = { phase: "closed", tally: [], cooldownSeconds: null };
const [ok, bad] = [false, true];

describe("a closed circuit", () => {
  test("opens at the tenth failure in a row, for 30 s, and not before", () => {
    expect(run(closed, Array(9).fill(bad))).toEqual([]);
    expect(run(closed, Array(10).fill(bad))).toEqual([{ to: "open", seconds: 30 }]);
    expect(run(closed, [...Array(9).fill(bad), ok, ...Array(9).fill(bad)])).toEqual([]);
  });

  test("opens when more than half of the last twenty failed", () => {
    const half = Array.from({ length: 20 }, (_, n) => n % 2 === 0);
    expect(run(closed, half)).toEqual([]);
    expect(run(closed, [...half, bad])).toEqual([]);
    expect(run(closed, [...half, bad, bad])).toEqual([{ to: "open", seconds: 30 }]);
  });

  test("stays closed while no window of twenty has nine failures", () => {
    const sparse = fc.array(fc.integer({ min: 3, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(sparse, (gaps) => {
        const results = gaps.flatMap((gap) => [bad, ...Array(gap - 1).fill(ok)]);
        expect(run(closed, results)).toEqual([]);
      }),
    );
  });
});

describe("a probe", () => {
  test("that succeeds starts the ramp; one that fails doubles the cool-down, up to 15 min", () => {
    const probing: Circuit = { phase: "probing", tally: [], cooldownSeconds: 30 };
    expect(nextState(probing, ok).change).toEqual({ to: "ramping" });
    const rests = [30, 240, 480, 900].map(
      (cooldownSeconds) => nextState({ ...probing, cooldownSeconds }, bad).change,
    );
    expect(rests).toEqual([60, 480, 900, 900].map((seconds) => ({ to: "open", seconds })));
  });
});

test("a cool-down is as long as the receiver asked, up to 15 min, and never shorter for it", () => {
  const probing: Circuit = { phase: "probing", tally: [], cooldownSeconds: 60 };
  const rests = [30_000, 120_500, 3_600_000].map((ms) => nextState(probing, bad, ms).change);
  expect(rests).toEqual([120, 121, 900].map((seconds) => ({ to: "open", seconds })));
  const nearlyOpen: Circuit = { ...closed, tally: Array(9).fill(bad) };
  expect(nextState(nearlyOpen, bad, 90_000).change).toEqual({ to: "open", seconds: 90 });
  expect(nextState(probing, ok, 90_000).change).toEqual({ to: "ramping" });
});

test("while first attempts succeed, only they and probes count", () => {
  const counts = (phase: Phase, attempt: number, since = Number.POSITIVE_INFINITY) =>
    countsForCircuit({ phase, attempt }, since);
  for (const phase of ["closed", "ramping"] as const) {
    expect(counts(phase, 1, 0)).toBe(true);
    expect(counts(phase, 2, 10_000)).toBe(false);
    expect(counts(phase, 2, 10_001)).toBe(true);
    expect(counts(phase, 2)).toBe(true);
  }
  expect(counts("probing", 2, 0)).toBe(true);
});

test("a ramp that fails opens again, for longer", () => {
  const ramping: Circuit = { phase: "ramping", tally: [], cooldownSeconds: 60 };
  expect(run(ramping, [...Array(3).fill(ok), ...Array(10).fill(bad)])).toEqual([
    { to: "open", seconds: 120 },
  ]);
});

test("a cool-down is always between 30 s and 15 min, and counting restarts with it", () => {
  const rested = fc.option(fc.integer({ min: 30, max: 900 }));
  const phases = fc.constantFrom<Phase>("closed", "probing", "ramping");
  fc.assert(
    fc.property(phases, rested, fc.integer({ min: 0, max: 19 }), (phase, cooldownSeconds, ok) => {
      const tally = Array.from({ length: 19 }, (_, n) => n >= ok % 9);
      const { change, tally: kept } = nextState({ phase, tally, cooldownSeconds }, bad);
      const expected = Math.min(900, cooldownSeconds === null ? 30 : 2 * cooldownSeconds);
      expect(change).toEqual({ to: "open", seconds: expected });
      expect(kept).toEqual([]);
    }),
  );
});

test("memory is bounded, and a success opens no circuit that is not half failed", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (results) => {
      let circuit = closed;
      results.forEach((failed, n) => {
        const { change, tally } = nextState(circuit, failed);
        const seen = results.slice(0, n + 1).slice(-20);
        expect(tally.length).toBeLessThanOrEqual(20);
        expect(change === null || seen.filter(Boolean).length >= 10).toBe(true);
        circuit = { ...circuit, tally };
      });
    }),
  );
});

/** Returns the changes that a sequence of results makes, up to the first. */
function run(start: Circuit, results: boolean[]) {
  let circuit = start;
  for (const failed of results) {
    const { change, tally } = nextState(circuit, failed);
    if (change) return [change];
    circuit = { ...circuit, tally };
  }
  return [];
}
