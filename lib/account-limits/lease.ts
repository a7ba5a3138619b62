import type { Sql } from "@/db/client";
import type { PublishingLimits } from "./limits";

export type LeaseRequest = {
  accountId: string;
  /** The fewest events that are useful. */
  needed: number;
  wanted: number;
  /** Events leased before and not published. */
  returned: number;
};

/** Result of `lease_events`: events granted, limits in force, and what is left. */
export type Lease = {
  granted: number;
  limits: PublishingLimits;
  leftNow: number;
  leftToday: number;
  /** Seconds until `needed` events are available; 0 when they were granted. */
  waitSeconds: number;
  /** Seconds until the next UTC day. */
  daySeconds: number;
};

type Row = Omit<Lease, "limits" | "leftToday"> & {
  perSecond: number;
  burst: number;
  perDay: string;
  leftToday: string;
};

/** Leases events of an account's publishing limits to this process, by one statement. */
export async function leaseEvents(
  sql: Sql,
  defaults: PublishingLimits,
  { accountId, needed, wanted, returned }: LeaseRequest,
): Promise<Lease> {
  const [row] = await sql<[Row]>`
    select * from lease_events(${accountId}, ${needed}, ${wanted}, ${returned},
      ${defaults.eventsPerSecond}, ${defaults.burst}, ${defaults.eventsPerDay})`;
  const { perSecond, burst, perDay, leftToday, ...lease } = row;
  const limits = { eventsPerSecond: perSecond, burst, eventsPerDay: Number(perDay) };
  return { ...lease, limits, leftToday: Number(leftToday) };
}
