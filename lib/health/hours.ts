import type { HourTally } from "./measured";

const hourMs = 3_600_000;

/** The 24 hours from `start` on, each with the deliveries that ended in it. */
export function sparkline(start: Date, tallies: HourTally[]) {
  return Array.from({ length: 24 }, (_, hour) => {
    const { delivered = 0, failed = 0 } = tallies.find((one) => one.hour === hour) ?? {};
    return { from: new Date(start.getTime() + hour * hourMs), delivered, failed };
  });
}
