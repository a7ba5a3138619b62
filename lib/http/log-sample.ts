/** Time after which entries are written again, and what was left out is counted. */
const windowMs = 10_000;
/** Entries written in that time, of one subject and in all. */
const limits = { subject: 10, total: 100 };

type Write = (notLogged: number) => void;
type LeftOut = { count: number; write: Write };

/**
 * Limits the entries that clients cause: for each subject the first ones of ten seconds, then the latest with the number of
 * those between. Once the limit of all is reached, entries of further subjects are only counted.
 */
export class LogSample {
  readonly #writeOthers: Write;
  readonly #written = new Map<string, number>();
  readonly #leftOut = new Map<string, LeftOut>();
  #total = 0;
  #others = 0;

  /** @param writeOthers gets the number of entries of subjects of which none was written */
  constructor(writeOthers: Write) {
    this.#writeOthers = writeOthers;
  }

  /**
   * Writes an entry at once, or leaves it out.
   * @param subject identifies entries that are limited together
   * @param write gets the number of entries that were left out before this one
   */
  note(subject: string, write: Write): void {
    if (this.#total === 0) setTimeout(() => this.#endWindow(), windowMs).unref();
    const written = this.#written.get(subject) ?? 0;
    if (written < limits.subject && this.#total < limits.total) {
      this.#written.set(subject, written + 1);
      this.#total += 1;
      write(0);
    } else if (written > 0) {
      this.#leftOut.set(subject, { count: (this.#leftOut.get(subject)?.count ?? 0) + 1, write });
    } else this.#others += 1;
  }

  #endWindow(): void {
    for (const { count, write } of this.#leftOut.values()) write(count - 1);
    if (this.#others > 0) this.#writeOthers(this.#others);
    this.#written.clear();
    this.#leftOut.clear();
    this.#total = 0;
    this.#others = 0;
  }
}
