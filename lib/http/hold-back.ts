import { setTimeout as delay } from "node:timers/promises";

/** Shorter than any Retry-After, so that only callers who ignore it notice. */
export const holdBackMs = 50;
/** Refusals held at once. Further ones are answered immediately. */
const heldLimit = 1000;

let held = 0;

/**
 * Waits before a refusal of a caller who does not pause. A caller who sends one request after the other then sends 20 a
 * second on each connection instead of some thousands, which would take the CPU from others.
 */
export async function holdBack(): Promise<void> {
  if (held >= heldLimit) return;
  held += 1;
  await delay(holdBackMs);
  held -= 1;
}
