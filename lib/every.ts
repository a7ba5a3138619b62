import { log } from "@/lib/log";

/** Its name is logged when a run fails. `nextAfterMs` replaces the pause before the next run. */
type Task = (() => Promise<void> | void) | (() => Promise<{ nextAfterMs: number }>);

type Options = { firstAfterMs?: number; listen?: (wake: () => void) => void };

/**
 * Runs a task now, and again `ms` after each run has ended, so that a run never overlaps the one before it. A failed run
 * is logged and does not stop the next one. Resolves when the signal is aborted and the run under way has ended. Its
 * timer does not keep the process alive.
 * @param options.firstAfterMs pause before the first run
 * @param options.listen gets a function that ends the pause under way
 */
export async function every(
  ms: number,
  task: Task,
  signal: AbortSignal,
  { firstAfterMs = 0, listen }: Options = {},
): Promise<void> {
  let wake = () => {};
  listen?.(() => wake());
  const rest = (restMs: number) =>
    pause(restMs, signal, (end) => {
      wake = end;
    });
  if (firstAfterMs > 0) await rest(firstAfterMs);
  while (!signal.aborted) await rest(await run(task, ms));
}

/** Runs a task once. Returns the pause before its next run. */
async function run(task: Task, ms: number): Promise<number> {
  try {
    // A function that returns something else is a task as well: its result is ignored.
    const outcome: unknown = await task();
    return hasNext(outcome) ? outcome.nextAfterMs : ms;
  } catch (error) {
    log.warn({ err: error, task: task.name }, "periodic task failed");
    return ms;
  }
}

function hasNext(outcome: unknown): outcome is { nextAfterMs: number } {
  return typeof outcome === "object" && outcome !== null && "nextAfterMs" in outcome;
}

/** Resolves after `ms`, when the signal is aborted, or when the function passed to `started` is called. */
function pause(ms: number, signal: AbortSignal, started: (end: () => void) => void): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener("abort", end);
    started(end);
  });
}
