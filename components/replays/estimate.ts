import { formatQuantity } from "@/lib/format";

/** "About 4 min": how long a replay takes at its rate, if receivers keep up. */
export function estimate(total: number, ratePerSecond: number): string {
  const seconds = Math.ceil(total / ratePerSecond);
  if (seconds < 60) return `About ${formatQuantity(seconds, "s")}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `About ${formatQuantity(minutes, "min")}`;
  return `About ${formatQuantity(Math.round(minutes / 60), "h")}`;
}
