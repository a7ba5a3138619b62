import { and, isNull, type SQL } from "drizzle-orm";
import { apiKeys } from "@/db/schema/accounts";
import { onAccessChange } from "@/lib/changes/access";
import { Lru } from "@/lib/lru";
import { stillValid } from "@/lib/sql";

/** Condition of keys that are accepted: neither revoked nor expired. */
export const validKeys: SQL | undefined = and(
  isNull(apiKeys.revokedAt),
  stillValid(apiKeys.expiresAt),
);

export type ValidKey = typeof apiKeys.$inferSelect & {
  /** How long it stays valid by the database's clock. Null: until it is revoked. */
  expiresInMs: number | null;
  /** For a service key: the account besides the sample account, or null if there are none or several. */
  onlyAccountId: string | null;
};

type Entry = { found: ValidKey; until: number; isRenewing: boolean };
type LookUp = (keyHash: string) => Promise<ValidKey | undefined>;

/**
 * Longest time for which a looked-up key is accepted without another look-up. A revocation reaches other processes by
 * notification; if the notification is lost, the key works until this time is over.
 */
const maxAgeMs = 1000;
/** Remaining time at which a key in use is looked up again in the background, so that no request waits for it. Not measured. */
const renewMs = 250;

/**
 * Valid keys by hash, each for a second from the start of its look-up, and never beyond its expiry. A key that is invalid
 * is not kept, so a new key works at once. Publishing uses it: a look-up costs Postgres more than half of what storing an
 * event costs.
 */
export class RecentKeys {
  readonly #entries = new Lru<string, Entry>(10_000);
  readonly #clock: () => number;
  /** Number of calls of `drop`. */
  #changes = 0;

  /** `clock` returns milliseconds of a clock that never goes back. */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /**
   * Returns the key if it was looked up within the last second; otherwise calls `lookUp`. Shortly before the second is over,
   * calls it in the background.
   */
  async get(keyHash: string, lookUp: LookUp): Promise<ValidKey | undefined> {
    const now = this.#clock();
    const entry = this.#entries.get(keyHash);
    if (!entry || now >= entry.until) return this.#renew(keyHash, lookUp);
    if (entry.until - now < renewMs && !entry.isRenewing) {
      entry.isRenewing = true;
      // After a failure, the first request after the second is over looks the key up and reports the error.
      this.#renew(keyHash, lookUp).catch(() => undefined);
    }
    return entry.found;
  }

  async #renew(keyHash: string, lookUp: LookUp): Promise<ValidKey | undefined> {
    const [now, changes] = [this.#clock(), this.#changes];
    const found = await lookUp(keyHash);
    // A look-up that began before a key was revoked may have found it valid.
    if (found && changes === this.#changes) {
      const leftMs = Math.min(maxAgeMs, found.expiresInMs ?? maxAgeMs);
      this.#entries.set(keyHash, { found, until: now + leftMs, isRenewing: false });
    } else if (!found) this.#entries.delete(keyHash);
    return found;
  }

  /** Makes the next request look the key up. Call it after the commit that changed the key. */
  drop(id: string): void {
    this.#dropIf((key) => key.id === id);
  }

  /** Makes the next request with each service key look it up. Call it after the commit that added an account. */
  dropServiceKeys(): void {
    this.#dropIf((key) => key.accountId === null);
  }

  #dropIf(isStale: (key: ValidKey) => boolean): void {
    this.#changes++;
    for (const { found } of this.#entries.values())
      if (isStale(found)) this.#entries.delete(found.keyHash);
  }
}

// Next bundles its own copy of each module; `globalThis` keeps one set for the process.
const shared = globalThis as { postbackRecentKeys?: RecentKeys };

export function recentKeys(): RecentKeys {
  shared.postbackRecentKeys ??= start();
  return shared.postbackRecentKeys;
}

function start(): RecentKeys {
  const keys = new RecentKeys();
  onAccessChange("key", (id) => keys.drop(id));
  onAccessChange("account", () => keys.dropServiceKeys());
  return keys;
}
