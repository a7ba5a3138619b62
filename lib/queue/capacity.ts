import { shardSql } from "./shards";

/** 0 holds most rows; 1 those of webhooks that are slow, limited or over capacity; 2 holds retries. */
export type LaneNumber = 0 | 1 | 2;

/** Earliest due time that is read, by lane; null for all. */
export type Floors = Record<LaneNumber, Date | null>;

/** Rows of one webhook that a process has leased: waiting in memory or in flight. */
type InFlight = {
  webhookId: string;
  accountId?: string;
  leased: number;
  /** Of those, the rows that came by this lane. */
  inLane: number;
  /** Further rows that the process may take; null unless the webhook is known to be fast. */
  remaining: number | null;
  /** The last attempt of this process ended before the deadline. */
  responds: boolean;
};

/** Rows of one account that a process has leased in a lane. */
export type AccountInFlight = {
  accountId: string;
  /** Rows of webhooks that are not known to be fast, waiting in memory or in flight. */
  inLane: number;
  /** Of those, rows of targets without a history. */
  newTargets: number;
  /** Rows that wait in memory, for any webhook. */
  waiting: number;
};

/** Rows that a process can take now. */
export type Capacity = {
  /** Rows in all. */
  limit: number;
  /** Requests that could start at once. Webhooks that are not known to be fast get no more than these. */
  slots: number;
  /** Rows that still fit into memory. Accounts share them. */
  memoryLeft: number;
  /** Rows of targets without a history that each account may have in this process. */
  newTargetLimit: number;
  inFlight: InFlight[];
  accounts: AccountInFlight[];
  /** Position of the last claim in accounts that have more webhooks in lane 1 than one claim examines. */
  cursors: Cursors;
  /** The process sends only to webhooks of these shards. Undefined: to all webhooks. */
  shards?: number[] | undefined;
  /** Webhooks whose due rows are being moved to lane 1. Claims of the other lanes pass over these rows. */
  moving?: string[];
};

/** Id of the last webhook examined, by account id. */
export type Cursors = Record<string, string>;

export const noCapacity: Capacity = {
  limit: 0,
  slots: 0,
  memoryLeft: 0,
  newTargetLimit: 0,
  inFlight: [],
  accounts: [],
  cursors: {},
};

/** Returns true when lane 1 has a free slot, or a fast webhook may take more rows. */
export function canUse({ slots, inFlight }: Capacity): boolean {
  return slots > 0 || inFlight.some(({ remaining }) => remaining !== null && remaining > 0);
}

/** Returns the JSON form for SQL: objects keyed by webhook and account, so that one look-up reads one entry. */
export function capacityJson({ inFlight, accounts, moving: _, ...limits }: Capacity) {
  return {
    ...limits,
    inFlight: Object.fromEntries(
      inFlight.map(({ webhookId, leased, inLane, remaining, responds }) => [
        webhookId,
        [leased, inLane, remaining, responds],
      ]),
    ),
    accounts: Object.fromEntries(
      accounts.map(({ accountId, inLane, newTargets, waiting }) => [
        accountId,
        [inLane, newTargets, waiting],
      ]),
    ),
  };
}

/** SQL that unpacks `capacityJson`, given as `entry`, into the columns of the CTE `capacity`. */
export const capacityColumns = `(entry ->> 'limit')::int as row_limit, (entry ->> 'slots')::int as slots,
  (entry ->> 'memoryLeft')::int as memory_left, (entry ->> 'newTargetLimit')::int as new_target_limit,
  entry -> 'inFlight' as in_flight, entry -> 'accounts' as accounts, entry -> 'cursors' as cursors,
  entry -> 'shards' as shards`;

/** SQL predicate: the process may send to the webhook. */
export const isOwned = (webhookId: string) =>
  `(capacity.shards is null or capacity.shards @> to_jsonb(${shardSql(webhookId)}))`;

/**
 * SQL predicate over a webhook `w` and its row `r` of `receivers`: rate limited, slow or recovering. Its scheduled rows go to
 * lane 1.
 */
export const isRestricted =
  "(w.rate_per_second is not null or r.slow_since is not null or r.open_until is not null)";

/** Columns of the CTE `capacity` that `rankedByAccount` and `overCapacity` expect in each row. */
export const sharedColumns = "capacity.slots, capacity.memory_left, capacity.new_target_limit";

/** SQL for a lateral row with the entry of a webhook in the CTE `capacity`. */
export const inFlightOf = (webhookId: string) => `(
  select (entry ->> 0)::int as leased_here, (entry ->> 1)::int as in_lane, (entry ->> 2)::int as remaining,
    coalesce((entry ->> 3)::bool, false) as responds
  from (select capacity.in_flight -> ${webhookId}::text as entry) known)`;

/** SQL for a lateral row with the entry of an account in the CTE `capacity`. */
export const accountInFlight = (accountId: string) => `(
  select coalesce((entry ->> 0)::int, 0) as account_in_lane, coalesce((entry ->> 1)::int, 0) as account_new,
    coalesce((entry ->> 2)::int, 0) as account_waiting
  from (select capacity.accounts -> ${accountId}::text as entry) known)`;

/**
 * An account may hold at most this many times the free slots: the dynamic threshold of shared-memory switches
 * (Choudhury and Hahne, 1998). An account alone gets 7 of 8 slots, two get 7 of 15 each, and some stay free for the
 * next account. A request in flight cannot be taken back, so a share that was lent out would only return at its deadline.
 */
export const accountThreshold = 7;

/**
 * SQL that ranks `rows` by account, then by webhook. Adds `rank`, `account_place` and `turn`.
 *
 * `rank` is `fast` for a webhook known to be fast; `surplus` for rows beyond the allowance for new targets, which use up
 * no turn; `other` for the rest. Accounts with the fewest leased rows get the first turns. A new target gets one row until
 * its first result: ten that hang would otherwise use up the allowance of their account until their deadlines.
 *
 * @param rows query with `webhook_id`, `account_id`, `leased_here`, `remaining`, `is_new`, `scheduled`, `place` (position among
 *   the rows of its webhook), the columns of `accountInFlight`, and `sharedColumns`
 * @param order column that breaks ties
 */
export const rankedByAccount = (rows: string, order: string) => `
  select *, row_number() over (
    partition by rank
    order by account_place + case rank when 'fast' then account_waiting else account_in_lane end, ${order}) as turn
  from (
    select *, row_number() over (
      partition by account_id, rank order by is_new, place, ${order}) as account_place
    from (
      select *, case
        when remaining is not null then 'fast'
        when scheduled and is_new and (of_target > 1 or account_new + new_place > new_target_limit) then 'surplus'
        else 'other' end as rank
      from (
        select *, row_number() over (partition by account_id, is_new order by of_target, ${order}) as new_place
        from (select *, coalesce(leased_here, 0) + place as of_target from (${rows}) found) placed
      ) counted
    ) classed
  ) shared`;

/**
 * SQL predicate over rows of `rankedByAccount` with the columns of `inFlightOf` and `max_concurrency`: true when the
 * process has no capacity for the row.
 *
 * - Memory is shared like slots, with a threshold of 1: an account alone may fill half.
 * - A webhook known to be fast may take `remaining` rows.
 * - Any other webhook may take an eighth of the `slots` that are free at its turn, and at least one, so that ten webhooks
 *   that hang leave half of the slots.
 * - Tests and resends are bounded by `max_concurrency` alone, because a person waits for them.
 */
export const overCapacity = `case
  when account_place > (memory_left - account_waiting + 1) / 2 then true
  when rank = 'fast' then place > remaining
  when scheduled and (rank = 'surplus' or turn > slots
    or coalesce(in_lane, 0) + place > greatest(1, (slots - turn) / 8)
    or account_in_lane + account_place > greatest(1, ${accountThreshold} * (slots - turn))) then true
  else coalesce(leased_here, 0) + place > max_concurrency end`;
