import type { EventName } from "@/db/enums";
import type { deliveriesBySlot } from "./deliveries-by-slot";
import { type Amounts, none } from "./outcomes";

type BySlot = Awaited<ReturnType<typeof deliveriesBySlot>>;
type Uncounted = Pick<BySlot, "cancelledBy" | "pendingBy">;

/** Returns the deliveries of each event, most first: results of attempts, and what no attempt ended. */
export function eventsOf(ended: Map<EventName, Amounts>, { cancelledBy, pendingBy }: Uncounted) {
  const all = [...cancelledBy, ...(pendingBy ?? [])].flatMap(({ event }) => event ?? []);
  const names = new Set([...ended.keys(), ...all]);
  const sum = (
    rows: readonly (typeof cancelledBy)[number][],
    name: EventName,
    of: "n" | "retrying",
  ) => rows.reduce((total, row) => total + (row.event === name ? (row[of] ?? 0) : 0), 0);
  return [...names]
    .map((event) => ({
      event,
      ...(ended.get(event) ?? none),
      cancelled: sum(cancelledBy, event, "n"),
      waiting: pendingBy ? sum(pendingBy, event, "retrying") : null,
      pending: pendingBy ? sum(pendingBy, event, "n") : null,
    }))
    .toSorted((one, other) => totalOf(other) - totalOf(one));
}

type EventCounts = { delivered: number; failed: number; cancelled: number; pending: number | null };

function totalOf({ delivered, failed, cancelled, pending }: EventCounts): number {
  return delivered + failed + cancelled + (pending ?? 0);
}
