import { Lru } from "@/lib/lru";
import type { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import { refuseUntil } from "@/lib/protocol/rate-limit";
import type { Lease, LeaseRequest } from "./lease";
import { headersOf } from "./quota-headers";

/** How long a process holds leased events. A changed limit that was not notified reaches it within this time. */
const leaseMs = 5000;
/** Age at which the lease of an account that publishes is renewed in the background, so that no request waits for it. Not measured. */
const renewAfterMs = 4000;
/** A lease covers at most a tenth of a second or of the burst, or the one request that needs more. */
const portionShare = 10;
/** Minimum time to the next lease after one that was not granted in full. */
const pauseMs = 50;

type Share = {
  accountId: string;
  /** The latest lease. */
  lease: Lease | undefined;
  leasedAt: number;
  /** The limits have changed since the latest lease began. */
  isOutdated: boolean;
  isShort: boolean;
  /** Events leased to this process and not published yet. */
  unused: number;
  /** Events taken since `countedFrom`, and in the lease time before it. */
  taken: number;
  takenBefore: number;
  countedFrom: number;
  /** The lease under way, shared by all requests of the account. */
  leasing: Promise<void> | undefined;
  /** Events for which requests wait. */
  wanted: number;
};

/** Runs one lease. */
type LeaseEvents = (request: LeaseRequest) => Promise<Lease>;

/**
 * The part of every account's publishing limits that this process holds. The limits themselves are a GCRA row for each
 * account in Postgres (`lease_events`), which every process spends in portions, so that an event costs no statement
 * of its own. A portion is what five seconds used, or twice what the one before was used for, up to a tenth of a second's
 * events or of the burst. Unused events go back after five seconds.
 *
 * The average rate and the day's quota are never exceeded. At one moment, each process may publish one portion above
 * the burst, or above a limit that was lowered less than five seconds ago. A killed process leaves at most one
 * portion counted and not published.
 */
export class PublishingQuota {
  readonly #shares = new Lru<string, Share>(10_000);
  readonly #lease: LeaseEvents;
  readonly #clock: () => number;

  /** `clock` returns milliseconds. */
  constructor(lease: LeaseEvents, clock = () => performance.now()) {
    this.#lease = lease;
    this.#clock = clock;
  }

  /**
   * Takes events of an account's quota. Returns the headers with the rest.
   * @throws Problem 42900 with Retry-After when a limit is reached, 40000 for more events than the burst
   */
  async take(accountId: string, events: number): Promise<Record<string, string>> {
    const share = this.#shareOf(accountId);
    share.wanted += events;
    try {
      while (share.unused < events || this.#isOver(share)) {
        this.#assertMayLease(share, events);
        share.leasing ??= this.#renew(share, events);
        await share.leasing;
      }
    } finally {
      share.wanted -= events;
    }
    share.unused -= events;
    this.#count(share, events);
    if (this.#clock() >= share.leasedAt + renewAfterMs) share.leasing ??= this.#extend(share);
    return this.#headersOf(share);
  }

  /**
   * Refuses when the latest lease shows that these events would not be granted. Runs no statement.
   * @throws Problem 42900 with Retry-After, 40000 for more events than the burst
   */
  assertLeft(accountId: string, events: number): void {
    const share = this.#shares.get(accountId);
    if (share && share.unused < events) this.#assertMayLease(share, events);
  }

  /** Returns events that were taken and not stored. */
  giveBack(accountId: string, events: number): void {
    this.#shareOf(accountId).unused += events;
  }

  /** Makes the next event of the account lease by its present limits. Call it after the commit that changed them. */
  renew(accountId: string): void {
    const share = this.#shares.get(accountId);
    if (share) share.isOutdated = true;
  }

  /** Returns leased events that were not used in time. Called by a timer. */
  async returnUnused(): Promise<void> {
    for (const share of this.#shares.values()) {
      if (share.unused === 0 || !this.#isOver(share)) continue;
      share.leasing ??= this.#renew(share, 0);
      await share.leasing;
    }
  }

  #shareOf(accountId: string): Share {
    const known = this.#shares.get(accountId);
    if (known) return known;
    const share: Share = {
      accountId,
      lease: undefined,
      leasedAt: 0,
      isOutdated: false,
      isShort: false,
      unused: 0,
      taken: 0,
      takenBefore: 0,
      countedFrom: this.#clock(),
      leasing: undefined,
      wanted: 0,
    };
    this.#shares.set(accountId, share);
    return share;
  }

  /** A lease ends with the UTC day at the latest. */
  #isOver(share: Share): boolean {
    const { lease, leasedAt, isOutdated } = share;
    if (!lease || isOutdated || this.#isDayOver(share)) return true;
    return this.#clock() >= leasedAt + leaseMs;
  }

  /** What is left of a day's quota holds for that day only. Returned later, it would be taken from what others have used since. */
  #isDayOver({ lease, leasedAt }: Share): boolean {
    return lease !== undefined && this.#clock() >= leasedAt + lease.daySeconds * 1000;
  }

  async #renew(share: Share, needed: number): Promise<void> {
    const { accountId } = share;
    const returned = this.#isDayOver(share) ? 0 : share.unused;
    const portion = this.#portionOf(share, this.#isOver(share) ? 1 : 2);
    const wanted = needed === 0 ? 0 : Math.max(share.wanted, portion);
    share.unused = 0;
    share.isOutdated = false;
    try {
      share.lease = await this.#lease({ accountId, needed, wanted, returned });
      share.leasedAt = this.#clock();
      share.unused += share.lease.granted;
      share.isShort = share.lease.granted < wanted;
    } catch (error) {
      share.unused += returned;
      throw error;
    } finally {
      share.leasing = undefined;
    }
  }

  /**
   * Leases what the next seconds are expected to use, before the lease is over, and returns what exceeds it. The unused
   * events stay usable meanwhile. Never rejects.
   */
  async #extend(share: Share): Promise<void> {
    const { accountId } = share;
    const portion = this.#portionOf(share, 1);
    const returned = Math.max(0, share.unused - portion);
    share.unused -= returned;
    const wanted = portion - share.unused;
    try {
      share.lease = await this.#lease({ accountId, needed: 0, wanted, returned });
      share.leasedAt = this.#clock();
      share.unused += share.lease.granted;
      share.isShort = share.lease.granted < wanted;
    } catch {
      // The request that finds the lease over renews it, and reports the error.
      share.unused += returned;
    } finally {
      share.leasing = undefined;
    }
  }

  /** Counts events by the time of a lease, so that a steady account needs one lease in that time. */
  #count(share: Share, events: number): void {
    const elapsedMs = this.#clock() - share.countedFrom;
    if (elapsedMs >= leaseMs) {
      share.takenBefore = elapsedMs < 2 * leaseMs ? share.taken : 0;
      share.taken = 0;
      share.countedFrom = this.#clock();
    }
    share.taken += events;
  }

  /** Returns the size of the next lease: what five seconds used, or `growth` times what the present lease was used for. */
  #portionOf(share: Share, growth: 1 | 2): number {
    const { lease, unused, taken, takenBefore } = share;
    if (!lease) return 1;
    const most = Math.min(lease.limits.eventsPerSecond, lease.limits.burst) / portionShare;
    const used = lease.granted - unused;
    const expected = Math.max(taken, takenBefore, used * growth);
    return Math.floor(Math.min(most, expected));
  }

  /** Refuses without a statement when the latest lease shows that nothing would be granted. */
  #assertMayLease(share: Share, events: number): void {
    const { lease, leasedAt, unused, isShort } = share;
    if (!lease || this.#isOver(share)) return;
    const { burst, eventsPerSecond, eventsPerDay } = lease.limits;
    if (events > burst) throw tooLarge(events, burst);
    const elapsedMs = this.#clock() - leasedAt;
    if (lease.leftToday + unused < events) {
      const message = `The account has published its ${eventsText(eventsPerDay)} of today; the day ends at 00:00 UTC.`;
      const seconds = lease.daySeconds - elapsedMs / 1000;
      throw refuseUntil(message, seconds, { headers: this.#headersOf(share), limit: "day" });
    }
    const missing = events - unused - lease.leftNow - (elapsedMs / 1000) * eventsPerSecond;
    if (missing <= 0 && !(isShort && elapsedMs < pauseMs)) return;
    const message = `The account may publish ${eventsText(eventsPerSecond)} per second, with bursts of ${burst}. Publish more slowly.`;
    const seconds = missing / eventsPerSecond;
    throw refuseUntil(message, seconds, { headers: this.#headersOf(share), limit: "rate" });
  }

  #headersOf({ lease, unused, leasedAt }: Share): Record<string, string> {
    return lease ? headersOf(lease, unused, (this.#clock() - leasedAt) / 1000) : {};
  }
}

const eventsText = (count: number) => (count === 1 ? "1 event" : `${count} events`);

function tooLarge(events: number, burst: number): Problem {
  const message = `The account may publish ${burst} events at once; send these ${events} in smaller batches`;
  return problemAt("events", message);
}
