import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { LogRepeats } from "@/lib/log-repeats";
import { Lru } from "@/lib/lru";

/** Time between two look-ups of a worker that was not found. Not measured. */
const againMs = 1000;
/** Workers remembered. A worker has an id of its own each time that it starts. */
const rememberedWorkers = 1000;

type Found = { isOwn: boolean; askedAt: number };

const repeats = new LogRepeats();

/**
 * Knows the workers of this installation by their rows in `workers`. A worker of another installation, which has the same account
 * of the broker by mistake, would send deliveries that it cannot record, and they would be sent again.
 */
export class OwnWorkers {
  readonly #sql: Sql;
  readonly #found = new Lru<string, Found>(rememberedWorkers);

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Returns whether the worker is known to be of this installation. If it is not known, begins to look it up. */
  has(workerId: string): boolean {
    const found = this.#found.get(workerId);
    if (found?.isOwn) return true;
    if (!found || performance.now() - found.askedAt > againMs) {
      this.#found.set(workerId, { isOwn: false, askedAt: performance.now() });
      void this.#lookUp(workerId, found !== undefined).catch((err) =>
        log.debug({ err }, "worker not looked up"),
      );
    }
    return false;
  }

  async #lookUp(workerId: string, isRepeated: boolean): Promise<void> {
    const [row] = await this.#sql`select from workers where id::text = ${workerId}`;
    if (row) this.#found.set(workerId, { isOwn: true, askedAt: performance.now() });
    // A worker that stops may report once more after it deleted its row.
    else if (isRepeated)
      repeats.note(workerId, (repeated) =>
        log.warn(
          { workerId, repeated },
          "worker of another installation uses the same account of the broker; it gets no deliveries",
        ),
      );
  }
}
