import { log } from "@/lib/log";
import { runRetention } from "@/lib/retention/run-retention";

const hourMs = 3_600_000;
/** Pause after a postponed or failed run. */
const retryMs = 600_000;

/** Runs retention now and every hour. Returns a function to stop it. */
export function startRetention(url: string, keepDays: number) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    const done = await runRetention(url, keepDays).catch((error) => {
      log.warn({ err: error }, "retention run failed");
      return false;
    });
    if (!stopped) timer = setTimeout(begin, done ? hourMs : retryMs);
  }

  let running = run();
  function begin(): void {
    running = run();
  }

  return {
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
