import type { LookupAddress } from "node:dns";
import { Lru } from "@/lib/lru";

export type Answer = {
  addresses: LookupAddress[];
  /** From DNS; null for the hosts file, which has none. */
  ttlSeconds: number | null;
  /** Addresses of the other family are not known, because the name servers failed for it. */
  isPartial?: boolean;
  /** Of a partial answer: the answer once the queries for both families have ended, which may be partial as well. */
  whole?: Promise<Answer>;
};

type LookUp = {
  addresses: Promise<LookupAddress[]>;
  until: number;
  /** Time from which it is repeated while its addresses are still used. */
  renewAt: number;
  isPartial: boolean;
};

const nameLimit = 5000;
const shortestMs = 2000;
const longestMs = 60_000;
/** How long an empty or failed look-up is cached. */
const emptyMs = 1000;

/**
 * Caches the addresses of a name for its TTL, from 2 s to a minute. Concurrent look-ups of a name share one query. The
 * cache does not decide which addresses are allowed; each connection checks that.
 *
 * A partial answer is repeated from 2 s on, because hosts that have a route for the other family only cannot connect. Its addresses are
 * used meanwhile: some name servers never answer for IPv6, and each such look-up takes seconds. Once its TTL has ended, the next
 * look-up hardly waits for the other family, and adds its addresses when they arrive.
 *
 * @param look queries the addresses; `wasPartial` says that the name servers failed for one family last time
 */
export function cachedLookUps(
  look: (host: string, wasPartial: boolean) => Promise<Answer>,
  clock: () => number = () => performance.now(),
): (host: string) => Promise<LookupAddress[]> {
  const known = new Lru<string, LookUp>(nameLimit);

  async function ask(host: string, lookUp: LookUp, wasPartial: boolean): Promise<LookupAddress[]> {
    try {
      const answer = await look(host, wasPartial);
      keep(lookUp, answer);
      if (answer.whole) void complete(lookUp, answer.whole);
      return answer.addresses;
    } catch (error) {
      lookUp.until = clock() + emptyMs;
      throw error;
    }
  }

  function keep(lookUp: LookUp, { addresses, ttlSeconds, isPartial = false }: Answer): void {
    lookUp.until = clock() + (addresses.length > 0 ? keptMs(ttlSeconds) : emptyMs);
    lookUp.renewAt = isPartial ? clock() + shortestMs : Number.POSITIVE_INFINITY;
    lookUp.isPartial = isPartial;
  }

  /** Adds the addresses of the other family, which arrived late. Those of the first are not kept longer for it. */
  async function complete(lookUp: LookUp, whole: Promise<Answer>): Promise<void> {
    const answer = await whole;
    if (answer.isPartial) return;
    const { until } = lookUp;
    keep(lookUp, answer);
    lookUp.until = Math.min(until, lookUp.until);
    lookUp.addresses = Promise.resolve(answer.addresses);
  }

  function start(host: string, wasPartial = false): LookUp {
    const lookUp: LookUp = {
      addresses: Promise.resolve([]),
      until: Number.POSITIVE_INFINITY,
      renewAt: Number.POSITIVE_INFINITY,
      isPartial: false,
    };
    lookUp.addresses = ask(host, lookUp, wasPartial);
    return lookUp;
  }

  /**
   * Replaces a partial answer once there is another one. After a failure it stays, and is repeated later. The other one may be partial,
   * too, and without the addresses of this one, which are still valid: then both are used.
   */
  async function renew(host: string, partial: LookUp): Promise<void> {
    partial.renewAt = Number.POSITIVE_INFINITY;
    const next = start(host);
    try {
      const [found, before] = await Promise.all([next.addresses, partial.addresses]);
      if (next.isPartial && clock() < partial.until) {
        const lacking = before.filter(({ family }) =>
          found.every((each) => each.family !== family),
        );
        if (lacking.length > 0) next.until = Math.min(next.until, partial.until);
        next.addresses = Promise.resolve([...found, ...lacking]);
      }
      // Otherwise the partial answer has expired meanwhile, and a newer look-up has its place.
      if (known.get(host) === partial) known.set(host, next);
    } catch {
      partial.renewAt = clock() + shortestMs;
    }
  }

  return (host) => {
    const lookUp = known.get(host);
    const now = clock();
    if (lookUp && now < lookUp.until) {
      if (now >= lookUp.renewAt) void renew(host, lookUp);
      return lookUp.addresses;
    }
    const next = start(host, lookUp?.isPartial);
    known.set(host, next);
    return next.addresses;
  };
}

function keptMs(ttlSeconds: number | null): number {
  return Math.min(longestMs, Math.max(shortestMs, (ttlSeconds ?? 0) * 1000));
}
