import { attemptOffsetsMs, waitsMs } from "@/lib/queue/retry-schedule";

type Row = { attempt: number; wait: string; elapsed: string };

/** Returns the retry schedule in words, one row for each attempt; jitter is left out. */
export function scheduleRows(): Row[] {
  return attemptOffsetsMs().map((offsetMs, n) => ({
    attempt: n + 1,
    wait: n === 0 ? "at once" : `${durationOf(waitsMs[n - 1] ?? 0)} later`,
    elapsed: n === 0 ? "0 s" : durationOf(offsetMs),
  }));
}

const units = [
  ["d", 24 * 60 * 60],
  ["h", 60 * 60],
  ["min", 60],
  ["s", 1],
] as const;

/** Formats a duration in at most two units, such as `1 d 6 h`. */
function durationOf(ms: number): string {
  let left = Math.round(ms / 1000);
  const parts: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`);
  }
  return parts.join(" ") || "at once";
}
