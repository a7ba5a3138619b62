import { Lru } from "@/lib/lru";

/** What one more left of a window: `left` is negative when it was too many. */
export type Count = { left: number; seconds: number };

type Window = { ends: number; used: number };

/**
 * Counts by subject in windows of a fixed length, the first of which begins with a subject's first use. In memory: a
 * limit counted here holds for each process, and costs no statement. Of very many subjects those used last are known.
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
    const window = known && known.ends > now ? known : { ends: now + this.#lengthMs, used: 0 };
    window.used += 1;
    this.#windows.set(subject, window);
    return { left: this.#limit - window.used, seconds: Math.ceil((window.ends - now) / 1000) };
  }
}
