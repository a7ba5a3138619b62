import { vi } from "vitest";

/** Repeats a check until it passes. The limit is for what never passes; a busy machine may be slow. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}
