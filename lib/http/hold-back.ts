import { Lru } from "@/lib/lru";

/** Refusals delayed at once, of one subject and in all. Further ones are sent immediately. */
const delayedLimits = { subject: 256, total: 2000 };
/** Bounds of the wait, which varies by half. The longest is shorter than any Retry-After. */
const limitsMs = { least: 50, most: 500 };
/** Time without a refusal after which the next one is a first one again. */
const pauseMs = 1000;

type Subject = { refusedSince: number; refusedAt: number; delayed: number };

/**
 * Returns a function that waits before a refusal is sent to a subject: an account or an address. The first refusal is sent at
 * once. While others follow, the wait grows to half of the time since then, 500 ms at most. A client that sends one request
 * after the other then sends two a second on each connection instead of some thousands, which would take the CPU from
 * others. The waits vary at random, so that requests on many connections do not come back at one moment.
 */
export function newHoldBack(): (name: string) => Promise<void> {
  const subjects = new Lru<string, Subject>(10_000);
  let delayed = 0;

  return async (name) => {
    const now = performance.now();
    const subject = subjects.get(name);
    if (!subject || now - subject.refusedAt > pauseMs) {
      // All that was delayed before is sent by now.
      subjects.set(name, { refusedSince: now, refusedAt: now, delayed: 0 });
      return;
    }
    subject.refusedAt = now;
    if (subject.delayed >= delayedLimits.subject || delayed >= delayedLimits.total) return;
    subject.delayed += 1;
    delayed += 1;
    const ms = waitMs(now - subject.refusedSince, Math.random());
    await new Promise((resolve) => setTimeout(resolve, ms));
    subject.delayed -= 1;
    delayed -= 1;
  };
}

/** Holds back the refusals of this process. */
export const holdBack = newHoldBack();

/** Returns for how many ms a refusal is delayed that comes `sinceMs` after the first one. `chance` is at least 0 and less than 1. */
export function waitMs(sinceMs: number, chance: number): number {
  const { least, most } = limitsMs;
  return Math.min(Math.max(least, sinceMs / 2), most) * (0.5 + chance);
}
