import { formatQuantity } from "./format";

/** "98.2 %": rounded down, for 100 % means all and 0 % none. */
export function formatRate(rate: number): string {
  if (rate === 1 || rate === 0) return formatQuantity(100 * rate, "%");
  return formatQuantity((Math.max(1, Math.floor(rate * 1000)) / 10).toFixed(1), "%");
}
