import { createHash } from "node:crypto";
import type { Contents } from "./format";

const newline = 0x0a;

/** Counts and hashes rows in the text format of COPY, in which each line break ends a row. */
export class ContentsDigest {
  readonly #hash = createHash("sha256");
  #rows = 0;
  #bytes = 0;

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1))
        this.#rows++;
      yield chunk;
    }
  }

  /** May be called once, after the last chunk. */
  result(): Contents {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
