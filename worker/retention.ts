import { log } from "@/lib/log";
import { keepLog } from "@/lib/retention/keep-log";

const hourMs = 3_600_000;
/** After something was put off, or failed. */
const againMs = 600_000;

/** Looks after the log at once, and every hour. */
export function startRetention(url: string, keepDays: number) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    const done = await keepLog(url, keepDays).catch((error) => {
      log.warn({ err: error }, "the log was not looked after");
      return false;
    });
    if (!stopped) timer = setTimeout(begin, done ? hourMs : againMs);
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
