import { Dispatcher, Pool } from "undici";
import { Lru } from "@/lib/lru";

/** Origins with kept connections. Beyond that a request to another origin opens a new connection. */
const originLimit = 500;
/** How long connections are not kept after a receiver broke a kept one. */
const unkeptMs = 10 * 60_000;

/**
 * A pool of connections for each origin, without a limit of its own: the worker limits the requests per webhook. The
 * library's `Agent` does the same but never drops the pool of an origin.
 */
export class Origins extends Dispatcher {
  readonly #options: Pool.Options;
  readonly #pools = new Lru<string, Pool>(originLimit);
  readonly #retired = new Set<Pool>();
  /** Time until which connections to an origin are not kept. */
  readonly #unkept = new Lru<string, number>(originLimit);

  constructor(options: Pool.Options) {
    super();
    this.#options = options;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const origin = String(options.origin);
    const reset = !this.keeps(origin);
    return this.#poolOf(origin).dispatch({ reset, ...options }, handler);
  }

  /** Returns whether connections to an origin are kept. */
  keeps(origin: string): boolean {
    return (this.#unkept.get(origin) ?? 0) <= performance.now();
  }

  /**
   * Stops keeping connections to an origin, after a kept one broke under a request. Some receivers close theirs without
   * notice.
   */
  stopKeeping(origin: string): void {
    this.#unkept.set(origin, performance.now() + unkeptMs);
  }

  // The overloads with callbacks are not used.
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

  /** Closes a pool after its requests under way have ended. */
  #retire(pool: Pool): void {
    this.#retired.add(pool);
    void pool.close().finally(() => this.#retired.delete(pool));
  }

  #all(): Pool[] {
    return [...this.#pools.values(), ...this.#retired];
  }
}
