import { every } from "@/lib/every";
import { runRetention } from "@/lib/retention/run-retention";

const hourMs = 3_600_000;
/** Pause after a postponed or failed run. */
const retryMs = 600_000;

/** Runs retention now and every hour. Returns a function to stop it. */
export function startRetention(url: string, keepDays: number) {
  const stopping = new AbortController();
  const removeExpired = async () => {
    const isDone = await runRetention(url, keepDays);
    return { nextAfterMs: isDone ? hourMs : retryMs };
  };
  const running = every(retryMs, removeExpired, stopping.signal);

  return {
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
