import type { Phase } from "@/lib/queue/leased-delivery";

/** Latest results, oldest first: true for a failure. */
export type Tally = readonly boolean[];

export type Circuit = { phase: Phase; tally: Tally; cooldownSeconds: number | null };

export type Change = { to: "open"; seconds: number } | { to: "ramping" } | null;

/** A circuit opens after 10 failures in a row, or more than half of the last 20 results. Not measured. */
const window = 20;
const inRow = 10;
/** Cool-downs in seconds. Not measured. */
const firstCooldown = 30;
const longestCooldown = 15 * 60;

/** Time after a successful first attempt in which only first attempts count. */
const workingMs = 10_000;

/**
 * Returns whether a result counts for the circuit. While first attempts succeed, retries are of events that the receiver
 * refuses. Many may be due together, and would open the circuit of a receiver that works. The result of a probe always
 * counts. `sinceSuccess` is the time since the last successful first attempt in ms, infinite if there was none.
 */
export function countsForCircuit(
  { phase, attempt }: { phase: Phase; attempt: number },
  sinceSuccess: number,
): boolean {
  return attempt === 1 || phase === "probing" || sinceSuccess > workingMs;
}

/**
 * Returns the change that one more result makes to a circuit, and the results to remember. `askedMs` is the wait for which a failed
 * response asked.
 */
export function nextState(
  circuit: Circuit,
  failed: boolean,
  askedMs = 0,
): { change: Change; tally: Tally } {
  const tally = [...circuit.tally, failed].slice(-window);
  if (circuit.phase === "probing") {
    return { change: failed ? open(circuit, askedMs) : { to: "ramping" }, tally: [] };
  }
  return opensCircuit(tally)
    ? { change: open(circuit, askedMs), tally: [] }
    : { change: null, tally };
}

function opensCircuit(tally: Tally): boolean {
  const last = tally.slice(-inRow);
  if (last.length === inRow && last.every(Boolean)) return true;
  return tally.length === window && tally.filter(Boolean).length > window / 2;
}

/**
 * Returns the change to open. The cool-down doubles each time the circuit opens again before it closed, and is as long as the receiver
 * asked for where that is longer: one that limits requests must not get a probe earlier.
 */
function open({ cooldownSeconds }: Circuit, askedMs: number): Change {
  const seconds = cooldownSeconds === null ? firstCooldown : cooldownSeconds * 2;
  return {
    to: "open",
    seconds: Math.min(Math.max(seconds, Math.ceil(askedMs / 1000)), longestCooldown),
  };
}
