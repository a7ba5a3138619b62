/** A lease lasts this much longer than its webhook's deadline: time to wait for a slot and to record the result. */
export const leaseMarginSeconds = 15;

/** SQL for how long a lease lasts. `deadlineSeconds` is SQL for the deadline of its webhook. */
export const leaseSql = (deadlineSeconds: string): string =>
  `(${deadlineSeconds} + ${leaseMarginSeconds}) * interval '1 second'`;

/** Returns how long a lease lasts, in ms. */
export function leaseMs(deadlineSeconds: number): number {
  return (deadlineSeconds + leaseMarginSeconds) * 1000;
}

/** A time that no lease exceeds: the longest deadline, 30 s, and the margin are less. */
export const longestLeaseMs = 60_000;

/** SQL for `longestLeaseMs`. */
export const longestLeaseSql = `interval '${longestLeaseMs} ms'`;
