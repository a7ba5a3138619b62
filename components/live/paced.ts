type Pace = { gatherMs: number; restMs: number };

/**
 * Does something again after each call, but what is asked for at the same moment once, never twice at a time, and not
 * sooner than `restMs` after the last time.
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
