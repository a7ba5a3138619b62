import type { QueryClient } from "@tanstack/react-query";
import type { Changed } from "@/lib/stream/contract";
import { isAffected } from "./affected";

/** The screen is read again as often as this, however much happens. */
const restMs = 1000;
/** Things that happen together are read once. */
const gatherMs = 60;

/** Reads again what changed: only what is on the screen, and never while the last time is still under way. */
export class Refresher {
  readonly #client: QueryClient;
  #changes: Changed[] = [];
  #missed: boolean = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  note(changes: Changed[] | undefined): void {
    if (changes) this.#changes.push(...changes);
    else this.#missed = true;
    this.#timer ??= setTimeout(() => void this.#refresh(), gatherMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #refresh(): Promise<void> {
    const changes = this.#changes;
    const missed = this.#missed;
    this.#changes = [];
    this.#missed = false;
    await this.#client.invalidateQueries({
      predicate: (query) => (missed ? !query.meta?.hearsItself : isAffected(query, changes)),
    });
    this.#timer = setTimeout(() => {
      if (this.#missed || this.#changes.length > 0) void this.#refresh();
      else this.#timer = undefined;
    }, restMs);
  }
}
