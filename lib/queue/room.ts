/** 0 is for most rows; 1 for those whose webhook is slow or has no room for them now; 2 for retries. */
export type LaneNumber = 0 | 1 | 2;

/** What a process holds of one webhook, waiting in memory or under way. */
export type Busy = {
  webhookId: string;
  held: number;
  /** Of those, what came by this lane. */
  inLane: number;
  /** How many more it may have at most; null while it is not known to be quick. */
  room: number | null;
};

/** What a process can take now. */
export type Room = {
  /** Rows altogether. */
  limit: number;
  /** Requests that could start at once: all that webhooks get that are not known to be quick. */
  slots: number;
  busy: Busy[];
};

export const noRoom: Room = { limit: 0, slots: 0, busy: [] };

/** For SQL, which finds a webhook in it without reading the others. */
export function busyOf({ busy }: Room) {
  return Object.fromEntries(
    busy.map(({ webhookId, held, inLane, room }) => [webhookId, [held, inLane, room]]),
  );
}

/** For SQL with that as `offer.busy`: what is held of a webhook, as a lateral row. */
export const busyWith = (webhookId: string) => `(
  select (one ->> 0)::int as held, (one ->> 1)::int as in_lane, (one ->> 2)::int as room
  from (select offer.busy -> ${webhookId}::text as one) known)`;

/** How much longer than its webhook's deadline a lease is: time to wait for a slot, and to record the result. */
export const leaseMarginSeconds = 15;

/**
 * For SQL with a webhook, what is held of it, and its rows ranked as `place` and among all such as `turn`: whether
 * it has no room for this one. Not known to be quick, a webhook may take an eighth of the free
 * `slots` when its turn comes, so that ten that hang leave half of them. Someone waits for tests and resends.
 */
export const crowded = `case
  when room is not null then place > room
  when scheduled and (turn > slots or coalesce(in_lane, 0) + place > greatest(1, (slots - turn) / 8)) then true
  else coalesce(held, 0) + place > max_concurrency end`;
