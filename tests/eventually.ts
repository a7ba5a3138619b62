import { vi } from "vitest";

/** Repeats a check until it passes. The limit is for what never passes; a busy machine may be slow. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}

/**
 * Repeats a check until it passes or the work is done, whichever comes first. In a race, `eventually` would go on asking, and move the
 * fake clock of a later test of this process.
 */
export async function eventuallyOrDone(
  work: Promise<unknown>,
  check: () => Promise<unknown>,
): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  await eventually(async () => isDone || (await check()));
}
