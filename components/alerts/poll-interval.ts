import type { Alerts } from "@/lib/alerts/queries";

type Sent = Pick<Alerts["latest"][number], "status" | "error" | "nextAttemptAt">;

const [leastMs, mostMs] = [1500, 30_000];

/** Returns after how many milliseconds alerts are read again: soon while one is being sent, else when the next attempt is due. */
export function pollIntervalMs(alerts: readonly Sent[], now: number): number {
  const waits = alerts
    .filter(({ status }) => status === "pending")
    .map(({ error, nextAttemptAt }) => (error ? Date.parse(nextAttemptAt ?? "") - now : 0));
  const next = Math.min(...waits.map((ms) => ms || 0));
  return Math.min(mostMs, Math.max(leastMs, next));
}
