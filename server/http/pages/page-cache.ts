import type { FinishedPage } from "./finish";

/** LRU cache of pages. The client chooses the `Host` header, so the bytes are bounded. */
export class PageCache {
  readonly #pages = new Map<string, FinishedPage>();
  readonly #underWay = new Map<string, Promise<FinishedPage>>();
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): FinishedPage | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  /**
   * Makes a page once for all concurrent requests. Only a 200 is kept, because other addresses are unlimited, unless
   * `isOneOfFew` says that this one is shared by all of them.
   */
  make(key: string, work: () => Promise<FinishedPage>, isOneOfFew = false): Promise<FinishedPage> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const making = work()
      .then((page) => {
        if (page.status === 200 || isOneOfFew) this.#keep(key, page);
        return page;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making;
  }

  #keep(key: string, page: FinishedPage): void {
    this.#pages.set(key, page);
    this.#bytes += sizeOf(key, page);
    for (const [oldest, left] of this.#pages) {
      if (this.#bytes <= this.#limitBytes) return;
      this.#pages.delete(oldest);
      this.#bytes -= sizeOf(oldest, left);
    }
  }
}

function sizeOf(key: string, { headers, bodies }: FinishedPage): number {
  return key.length + JSON.stringify(headers).length + bodies.br.length + bodies.gzip.length;
}
