const units = [
  ["d", 24 * 60 * 60],
  ["h", 60 * 60],
  ["min", 60],
  ["s", 1],
] as const;

/** Formats a duration in at most two units, such as `1 d 6 h`. */
export function durationOf(ms: number): string {
  let left = Math.round(ms / 1000);
  const parts: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`);
  }
  return parts.join(" ") || "at once";
}
