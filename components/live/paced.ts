type Pace = { gatherMs: number; restMs: number };

/**
 * Coalesces and throttles: runs `work` after a call, once for calls within `gatherMs`, never concurrently, and not
 * sooner than `restMs` after the last run.
 */
export function paced(work: () => Promise<unknown>, { gatherMs, restMs }: Pace) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let stopped = false;

  async function run(): Promise<void> {
    asked = false;
    await work().catch(() => undefined);
    if (stopped) return;
    timer = setTimeout(() => {
      if (asked) void run();
      else timer = undefined;
    }, restMs);
  }

  return {
    ask: () => {
      asked = true;
      timer ??= setTimeout(() => void run(), gatherMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
