import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { queue } from "@/db/schema/deliveries";
import { accountLimits } from "@/db/schema/limits";
import { webhooks } from "@/db/schema/webhooks";
import { refuseUntil } from "@/lib/protocol/rate-limit";
import { BackgroundCount } from "./background-count";
import type { NewEvent } from "./new-event";

/** Counting takes about a hundredth of the time: 500,000 parked deliveries are counted in 0.1 to 0.3 s. */
const restMs = { least: 5000, timesCount: 100, most: 60_000 };

/** Paused webhooks of an account with their event types, the deliveries parked for them, and the account's own limit. */
type AccountHeld = {
  held: number;
  limit: number | null;
  webhooks: [id: string, events: string[]][];
};
/** Ids and event types of paused webhooks. */
type Paused = { ids: Set<string>; events: Set<string> };
export type Held = ReadonlyMap<string, AccountHeld>;

/**
 * Refuses events that would be parked for paused webhooks, for accounts that have as many parked deliveries as may wait. Parked
 * deliveries are in no backlog and never expire. Events that go to no paused webhook are accepted.
 */
export class HeldDeliveries {
  readonly #count: BackgroundCount<AccountHeld>;
  readonly #perAccount: number;
  /** Of accounts at their limit, until the next count. A batch has a thousand events, and an account thousands of webhooks. */
  readonly #paused = new WeakMap<AccountHeld, Paused>();

  constructor(count: () => Promise<Held>, perAccount: number) {
    this.#count = new BackgroundCount({
      count,
      restMs,
      failure: "counting held deliveries failed",
    });
    this.#perAccount = perAccount;
  }

  /** Adds deliveries that were stored parked. */
  add(accountId: string, deliveries: number): void {
    this.#count.add(accountId, deliveries);
  }

  /** Makes the next event count again. Call it after the commit that changed the limit of an account. */
  recount(): void {
    this.#count.recount();
  }

  /** @throws Problem 42900 if one of the events would be parked beyond the limit of its account */
  assertMayHold(newEvents: NewEvent[]): void {
    void this.#count.refresh();
    for (const newEvent of newEvents) this.#assertMayHold(newEvent);
  }

  #assertMayHold({ accountId, event, onlyTo, testOf }: NewEvent): void {
    const account = this.#count.counted.get(accountId);
    if (!account || testOf !== undefined) return;
    const limit = account.limit ?? this.#perAccount;
    const held = account.held + this.#count.addedTo(accountId);
    if (held < limit) return;
    const { ids, events } = this.#pausedOf(account);
    const isParked = onlyTo === undefined ? events.has(event) : ids.has(onlyTo);
    if (!isParked) return;
    throw refuseUntil(
      `Paused webhooks of the account hold ${held} deliveries, at most ${limit} may be held, and this event would add to them. Nothing was stored. Resume or delete these webhooks, cancel what they hold (POST /v1/deliveries/cancel), or have the backlog limit raised. Events that go to no paused webhook are accepted.`,
      restMs.most / 1000,
      { limit: "held" },
    );
  }

  #pausedOf(account: AccountHeld): Paused {
    const known = this.#paused.get(account);
    if (known) return known;
    const { webhooks } = account;
    const paused = {
      ids: new Set(webhooks.map(([id]) => id)),
      events: new Set(webhooks.flatMap(([, events]) => events)),
    };
    this.#paused.set(account, paused);
    return paused;
  }
}

/**
 * Returns the parked deliveries of each account with paused webhooks, or of one, up to one more than its limit. Those of a
 * webhook that is being resumed do not count.
 */
export async function countHeld(
  db: Queries,
  perAccount: number,
  accountId: string | null = null,
): Promise<Held> {
  // The range and the offset keep it a look-up by index for each webhook: see README.md.
  const rows = await db.execute<AccountHeld & { accountId: string }>(sql`
    select p.account_id as "accountId", h.held, l.backlog as limit, p.webhooks
    from (
      select account_id, array_agg(id) as ids, json_agg(json_build_array(id, events)) as webhooks
      from ${webhooks}
      where paused_at is not null and (${accountId}::uuid is null or account_id = ${accountId}::uuid)
      group by account_id
    ) p
      left join ${accountLimits} l on l.account_id = p.account_id
      cross join lateral (
        select count(*)::float8 as held from (
          select from unnest(p.ids) as w(id) cross join lateral (
            select from ${queue} where webhook_id between w.id and w.id and due_at = 'infinity' and lane < 3 offset 0
          ) parked
          limit coalesce(l.backlog, ${perAccount}::int) + 1
        ) counted
      ) h`);
  return new Map(rows.map(({ accountId, ...account }) => [accountId, account]));
}
