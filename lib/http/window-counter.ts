import { Lru } from "@/lib/lru";

/** Rest of a window after one more use. `left` is negative over the limit. */
type Count = { left: number; seconds: number };

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

  add(subject: string, now: number, uses = 1): Count {
    const window = this.#windowOf(subject, now);
    window.used += uses;
    this.#windows.set(subject, window);
    return this.#countOf(window, now);
  }

  /** Returns the rest without using any of it. */
  look(subject: string, now: number): Count {
    return this.#countOf(this.#windowOf(subject, now), now);
  }

  giveBack(subject: string, uses: number): void {
    const window = this.#windows.get(subject);
    if (window) window.used = Math.max(0, window.used - uses);
  }

  #windowOf(subject: string, now: number): Window {
    const known = this.#windows.get(subject);
    const isOpen = known && known.ends > now && known.ends <= now + this.#lengthMs;
    return isOpen ? known : { ends: now + this.#lengthMs, used: 0 };
  }

  #countOf({ ends, used }: Window, now: number): Count {
    return { left: this.#limit - used, seconds: Math.ceil((ends - now) / 1000) };
  }
}
