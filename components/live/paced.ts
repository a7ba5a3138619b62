type Pace = {
  gatherMs: number;
  /** Of a run that took this long. */
  restMs: number | ((tookMs: number) => number);
};

const [leastRestMs, mostRestMs] = [1000, 10_000];

/**
 * Returns rests that are `times` as long as a run took, at least a second and at most ten. With 4, a page takes up a fifth of a
 * connection of the database at most, while runs take less than 2.5 s.
 */
export function restsInProportion(times: number): (tookMs: number) => number {
  return (tookMs) => Math.min(Math.max(times * tookMs, leastRestMs), mostRestMs);
}

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
    const startedAt = performance.now();
    await work().catch(() => undefined);
    if (stopped) return;
    const rest = typeof restMs === "number" ? restMs : restMs(performance.now() - startedAt);
    timer = setTimeout(() => {
      if (asked) void run();
      else timer = undefined;
    }, rest);
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
