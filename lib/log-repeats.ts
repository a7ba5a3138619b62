/** Time between two entries about the same failure. */
const intervalMs = 10_000;

/**
 * Limits how often the same failure is logged, such as one of each request while the database is away: at once the first
 * time, then every ten seconds the latest entry, as long as there are more.
 */
export class LogRepeats {
  /** The latest entry not written, and their number, by failure. */
  readonly #pending = new Map<
    string,
    { write: (repeated: number) => void; repeated: number } | null
  >();

  /**
   * Writes an entry at once or holds it back.
   * @param failure identifies entries about the same failure
   * @param write gets the number of entries that this one stands for, beside itself
   */
  note(failure: string, write: (repeated: number) => void): void {
    const pending = this.#pending.get(failure);
    if (pending === undefined) {
      write(0);
      this.#rest(failure);
    } else this.#pending.set(failure, { write, repeated: pending ? pending.repeated + 1 : 0 });
  }

  #rest(failure: string): void {
    this.#pending.set(failure, null);
    setTimeout(() => {
      const pending = this.#pending.get(failure);
      this.#pending.delete(failure);
      if (!pending) return;
      pending.write(pending.repeated);
      this.#rest(failure);
    }, intervalMs).unref();
  }
}
