import type { LookupAddress } from "node:dns";
import { Lru } from "@/lib/lru";

/** `ttlSeconds` comes from DNS; null for the hosts file, which has none. */
export type Answer = { addresses: LookupAddress[]; ttlSeconds: number | null };

type LookUp = { addresses: Promise<LookupAddress[]>; until: number };

const nameLimit = 5000;
const shortestMs = 2000;
const longestMs = 60_000;
/** How long an empty or failed look-up is cached. */
const emptyMs = 1000;

/**
 * Caches the addresses of a name for its TTL, from 2 s to a minute. Concurrent look-ups of a name share one query. The
 * cache does not decide which addresses are allowed; each connection checks that.
 */
export function cachedLookUps(
  look: (host: string) => Promise<Answer>,
  clock: () => number = () => performance.now(),
): (host: string) => Promise<LookupAddress[]> {
  const known = new Lru<string, LookUp>(nameLimit);

  async function ask(host: string, lookUp: LookUp): Promise<LookupAddress[]> {
    try {
      const { addresses, ttlSeconds } = await look(host);
      lookUp.until = clock() + (addresses.length > 0 ? keptMs(ttlSeconds) : emptyMs);
      return addresses;
    } catch (error) {
      lookUp.until = clock() + emptyMs;
      throw error;
    }
  }

  return (host) => {
    const lookUp = known.get(host);
    if (lookUp && clock() < lookUp.until) return lookUp.addresses;
    const next: LookUp = { addresses: Promise.resolve([]), until: Number.POSITIVE_INFINITY };
    next.addresses = ask(host, next);
    known.set(host, next);
    return next.addresses;
  };
}

function keptMs(ttlSeconds: number | null): number {
  return Math.min(longestMs, Math.max(shortestMs, (ttlSeconds ?? 0) * 1000));
}
