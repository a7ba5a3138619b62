const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between the attempts, in ms: one fewer than there are attempts. */
export const waitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** Waits for the built-in inbox: as many, but short and without jitter, because a person watches. */
export const inboxWaitsMs = [2, 4, 8, 15, 30, 60, 60, 60, 60].map((seconds) => seconds * second);
/** Largest part of a wait that is added at random. */
export const jitter = 0.2;

/** Number of attempts in the schedule. */
export const scheduledAttempts = waitsMs.length + 1;

/** Returns the time of each attempt in ms after the creation of its delivery, without jitter. The first is 0. */
export function attemptOffsetsMs(): number[] {
  return Array.from({ length: scheduledAttempts }, (_, n) =>
    waitsMs.slice(0, n).reduce((total, waitMs) => total + waitMs, 0),
  );
}

/** Returns the wait after attempt `step` of the schedule failed, in ms with jitter; null after the last attempt. */
export function nextDelayMs(step: number, random: () => number): number | null {
  const waitMs = waitsMs[step - 1];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + jitter * random()));
}

/** Returns the wait for a delivery to the built-in inbox, in ms; null after the last attempt. */
export function nextInboxDelayMs(step: number): number | null {
  return inboxWaitsMs[step - 1] ?? null;
}
