import { durationOf } from "@/components/docs/duration";
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
