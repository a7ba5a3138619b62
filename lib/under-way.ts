/** Counts promises that are not settled. A set of them would cost more: see `Lru`. */
export class UnderWay {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Adds a promise that never rejects. */
  add(work: Promise<unknown>): void {
    this.#count++;
    void work.finally(() => {
      if (--this.#count > 0) return;
      for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  /** Resolves as soon as none is under way. */
  async ended(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
