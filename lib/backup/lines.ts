import { endOfRows } from "./format";

const newline = 0x0a;
/** The head and the manifest have a few kilobytes. A file with a longer line is something else. */
const longestLine = 1024 * 1024;

/** The bytes end before the part that is read. */
export class EndsEarly extends Error {}

/** Reads lines, and rows in the text format of COPY, from a stream of bytes. */
export class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Bytes not read yet. Begins at the start of a line. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @throws EndsEarly */
  async readLine(): Promise<string> {
    let end = this.#rest.indexOf(newline);
    while (end < 0) {
      if (this.#rest.length > longestLine || !(await this.#readMore())) throw new EndsEarly();
      end = this.#rest.indexOf(newline);
    }
    const line = this.#rest.toString("utf8", 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  /**
   * Yields whole rows up to the line that ends them.
   * @throws EndsEarly
   */
  async *readRows(): AsyncGenerator<Buffer> {
    while (!this.#rest.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))) {
      // A line break before the end marker ends the last row.
      const marker = this.#rest.indexOf(`\n${endOfRows}`);
      const end = marker >= 0 ? marker : this.#rest.lastIndexOf(newline);
      if (end >= 0) {
        yield this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + 1);
      }
      if (marker < 0 && !(await this.#readMore())) throw new EndsEarly();
    }
    this.#rest = this.#rest.subarray(endOfRows.length);
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#readMore());
  }

  async #readMore(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}
