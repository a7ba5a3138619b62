import { log } from "@/lib/log";

type Options<T> = {
  count: () => Promise<ReadonlyMap<string, T>>;
  /** Pause after a count: a multiple of its duration, within bounds. */
  restMs: { least: number; timesCount: number; most: number };
  /** Message of the log after a count that failed. */
  failure: string;
};

/**
 * Deliveries by account, counted in the background while requests ask for them. Those that this process stored since a count
 * began are kept apart, so that a limit is exceeded by no more than what other processes store between two counts.
 */
export class BackgroundCount<T> {
  readonly #options: Options<T>;
  #counted: ReadonlyMap<string, T> = new Map();
  /** Deliveries stored since the last count started, by account. */
  #added = new Map<string, number>();
  /** The same for the count before, while a count is under way. */
  #addedBefore = new Map<string, number>();
  #counting: boolean = false;
  #countAgainAt: number = Number.NEGATIVE_INFINITY;
  /** The limit of an account has changed since the last count began. */
  #isOutdated: boolean = false;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get counted(): ReadonlyMap<string, T> {
    return this.#counted;
  }

  /** Returns the deliveries of an account that were stored since the count. */
  addedTo(accountId: string): number {
    return (this.#added.get(accountId) ?? 0) + (this.#addedBefore.get(accountId) ?? 0);
  }

  add(accountId: string, deliveries: number): void {
    if (deliveries > 0) increase(this.#added, accountId, deliveries);
  }

  /** Makes the next request count again. Call it after the commit that changed the limit of an account. */
  recount(): void {
    this.#isOutdated = true;
  }

  /** Counts again if the pause is over. Never rejects. */
  async refresh(): Promise<void> {
    const startedAt = performance.now();
    if (this.#counting || (startedAt < this.#countAgainAt && !this.#isOutdated)) return;
    const { count, restMs, failure } = this.#options;
    this.#counting = true;
    this.#isOutdated = false;
    this.#addedBefore = this.#added;
    this.#added = new Map();
    try {
      this.#counted = await count();
    } catch (error) {
      log.warn({ err: error }, failure);
      for (const [accountId, n] of this.#addedBefore) increase(this.#added, accountId, n);
    }
    this.#addedBefore = new Map();
    const tookMs = performance.now() - startedAt;
    const pauseMs = Math.max(restMs.least, tookMs * restMs.timesCount);
    this.#countAgainAt = performance.now() + Math.min(pauseMs, restMs.most);
    this.#counting = false;
  }
}

function increase(map: Map<string, number>, accountId: string, by: number): void {
  map.set(accountId, (map.get(accountId) ?? 0) + by);
}
