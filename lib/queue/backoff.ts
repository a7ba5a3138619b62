const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits between the attempts of the schedule: one fewer than the attempts. */
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
/** To the built-in inbox, where somebody looks on: as many, but soon, and punctual. */
const inboxWaitsMs = [2, 4, 8, 15, 30, 60, 60, 60, 60].map((seconds) => seconds * second);
/** The part of a wait that chance may add to it. */
export const jitter = 0.2;

/** Attempts that the schedule has. */
export const scheduledAttempts = waitsMs.length + 1;

/** How long to wait after the failure of attempt `step` of the schedule; null when that was the last. */
export function nextDelayMs(step: number, random: () => number): number | null {
  const waitMs = waitsMs[step - 1];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + jitter * random()));
}

/** The same for a delivery to the built-in inbox. */
export function nextInboxDelayMs(step: number): number | null {
  return inboxWaitsMs[step - 1] ?? null;
}
