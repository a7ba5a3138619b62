import type { LookupAddress } from "node:dns";
import { Lru } from "@/lib/lru";

/** `ttlSeconds` is what the name's owner allows; null when there is no say, as for the hosts file. */
export type Answer = { addresses: LookupAddress[]; ttlSeconds: number | null };

type Flight = { addresses: Promise<LookupAddress[]>; until: number };

const nameLimit = 5000;
const shortestMs = 2000;
const longestMs = 60_000;
/** No address, or no answer: soon asked again, but not by everyone at once. */
const emptyMs = 1000;

/**
 * Keeps the addresses of a name for as long as its owner allows, from 2 s to a minute. Who asks for a name that
 * is being looked up waits for that answer. What may be connected to is checked with each connection, not here.
 */
export function remembering(
  look: (host: string) => Promise<Answer>,
  clock: () => number = () => performance.now(),
): (host: string) => Promise<LookupAddress[]> {
  const known = new Lru<string, Flight>(nameLimit);

  async function fly(host: string, flight: Flight): Promise<LookupAddress[]> {
    try {
      const { addresses, ttlSeconds } = await look(host);
      flight.until = clock() + (addresses.length > 0 ? keptMs(ttlSeconds) : emptyMs);
      return addresses;
    } catch (error) {
      flight.until = clock() + emptyMs;
      throw error;
    }
  }

  return (host) => {
    const flight = known.get(host);
    if (flight && clock() < flight.until) return flight.addresses;
    const next: Flight = { addresses: Promise.resolve([]), until: Number.POSITIVE_INFINITY };
    next.addresses = fly(host, next);
    known.set(host, next);
    return next.addresses;
  };
}

function keptMs(ttlSeconds: number | null): number {
  return Math.min(longestMs, Math.max(shortestMs, (ttlSeconds ?? 0) * 1000));
}
