type Entry<V> = { value: V; isUsed: boolean };

/**
 * Map with a limited size that drops an entry which was not used for long, usually the least recently used (CLOCK algorithm).
 *
 * A look-up marks its entry instead of moving it to the end: V8 allocates the tables of a `Map` that has survived two
 * collections in the old generation, so a `Map` with steady deletions causes full collections. A full one delayed ten events
 * in a thousand, at 200 a second, by up to 40 ms.
 */
export class Lru<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry) entry.isUsed = true;
    return entry?.value;
  }

  /** Sets a value. Returns the value that was dropped for it. */
  set(key: K, value: V): V | undefined {
    const known = this.#entries.get(key);
    if (known) {
      known.value = value;
      known.isUsed = true;
      return;
    }
    const dropped = this.#entries.size < this.#limit ? undefined : this.#drop();
    this.#entries.set(key, { value, isUsed: false });
    return dropped;
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  *values(): Iterable<V> {
    for (const { value } of this.#entries.values()) yield value;
  }

  /** Drops the first entry that was not used since it was set or passed over. Used ones are passed over, to the end. */
  #drop(): V | undefined {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      if (!entry.isUsed) return entry.value;
      entry.isUsed = false;
      this.#entries.set(key, entry);
    }
    return;
  }
}
