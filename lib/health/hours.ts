import type { HourTally } from "./measured";

const hourMs = 3_600_000;

/** Returns the 24 hours from `start` on, each with its ended deliveries. */
export function sparkline(start: Date, tallies: HourTally[]) {
  return Array.from({ length: 24 }, (_, hour) => {
    const { delivered = 0, failed = 0 } = tallies.find((one) => one.hour === hour) ?? {};
    return { from: new Date(start.getTime() + hour * hourMs), delivered, failed };
  });
}
