/** Time between two entries about the same failure. */
const intervalMs = 10_000;

/**
 * Limits how often the same failure is logged, such as one of each request while the database is away: at once the first
 * time, then every ten seconds the latest entry, as long as there are more.
 */
export class LogRepeats {
  /** The latest entry not written, and their number, by failure. */
  readonly #held = new Map<
    string,
    { write: (repeated: number) => void; repeated: number } | null
  >();

  /**
   * Writes an entry at once or holds it back.
   * @param failure identifies entries about the same failure
   * @param write gets the number of entries that this one stands for, beside itself
   */
  note(failure: string, write: (repeated: number) => void): void {
    const held = this.#held.get(failure);
    if (held === undefined) {
      write(0);
      this.#rest(failure);
    } else this.#held.set(failure, { write, repeated: held ? held.repeated + 1 : 0 });
  }

  #rest(failure: string): void {
    this.#held.set(failure, null);
    setTimeout(() => {
      const held = this.#held.get(failure);
      this.#held.delete(failure);
      if (!held) return;
      held.write(held.repeated);
      this.#rest(failure);
    }, intervalMs).unref();
  }
}
