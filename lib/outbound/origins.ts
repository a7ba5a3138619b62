import { Dispatcher, Pool } from "undici";
import { Lru } from "@/lib/lru";

/** With connections that are kept; a receiver beyond that costs a new connection each time. */
const originLimit = 500;

/**
 * A pool of connections for each origin, without a limit of its own: how many requests go to a webhook at once
 * is the worker's to say. `Agent` of the library is the same but keeps a pool for every origin there ever was.
 */
export class Origins extends Dispatcher {
  readonly #options: Pool.Options;
  readonly #pools = new Lru<string, Pool>(originLimit);
  readonly #retired = new Set<Pool>();

  constructor(options: Pool.Options) {
    super();
    this.#options = options;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    return this.#poolOf(String(options.origin)).dispatch(options, handler);
  }

  // Declared with callbacks as well, which nobody here gives.
  override async close(): Promise<void> {
    await Promise.all(this.#all().map((pool) => pool.close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(this.#all().map((pool) => pool.destroy()));
  }

  #poolOf(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, this.#options);
    const oldest = this.#pools.set(origin, pool);
    if (oldest) this.#retire(oldest);
    return pool;
  }

  /** What is under way on it ends first. */
  #retire(pool: Pool): void {
    this.#retired.add(pool);
    void pool.close().finally(() => this.#retired.delete(pool));
  }

  #all(): Pool[] {
    return [...this.#pools.values(), ...this.#retired];
  }
}
