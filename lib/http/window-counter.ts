import { Lru } from "@/lib/lru";

/** Rest of a window after one more use. `left` is negative over the limit. */
export type Count = { left: number; seconds: number };

type Window = { ends: number; used: number };

/**
 * Counts uses by subject in windows of a fixed length; a window begins with a subject's first use. Counts are in
 * memory: a limit holds for each process and costs no statement. Only the most recently used subjects are kept. A clock that
 * steps back begins a new window: the old one would last longer by the step.
 */
export class WindowCounter {
  readonly #windows = new Lru<string, Window>(50_000);
  readonly #limit: number;
  readonly #lengthMs: number;

  constructor(limit: number, lengthSeconds: number) {
    this.#limit = limit;
    this.#lengthMs = lengthSeconds * 1000;
  }

  add(subject: string, now: number): Count {
    const known = this.#windows.get(subject);
    const isOpen = known && known.ends > now && known.ends <= now + this.#lengthMs;
    const window = isOpen ? known : { ends: now + this.#lengthMs, used: 0 };
    window.used += 1;
    this.#windows.set(subject, window);
    return { left: this.#limit - window.used, seconds: Math.ceil((window.ends - now) / 1000) };
  }
}
