import type { Phase } from "@/lib/queue/claimed";

/** The latest results, oldest first: true for a failure. */
export type Tally = readonly boolean[];

export type Circuit = { phase: Phase; tally: Tally; cooldownSeconds: number | null };

export type Change = { to: "open"; seconds: number } | { to: "ramping" } | null;

const window = 20;
const inRow = 10;
const firstCooldown = 30;
const longestCooldown = 15 * 60;

/** What one more result does to a circuit, and what is remembered of it. */
export function judge(circuit: Circuit, failed: boolean): { change: Change; tally: Tally } {
  const tally = [...circuit.tally, failed].slice(-window);
  if (circuit.phase === "probing") {
    return { change: failed ? open(circuit) : { to: "ramping" }, tally: [] };
  }
  return trips(tally) ? { change: open(circuit), tally: [] } : { change: null, tally };
}

function trips(tally: Tally): boolean {
  const last = tally.slice(-inRow);
  if (last.length === inRow && last.every(Boolean)) return true;
  return tally.length === window && tally.filter(Boolean).length > window / 2;
}

/** Each time that it does not last, the next rest is twice as long. */
function open({ cooldownSeconds }: Circuit): Change {
  const seconds = cooldownSeconds === null ? firstCooldown : cooldownSeconds * 2;
  return { to: "open", seconds: Math.min(seconds, longestCooldown) };
}
