import { and, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { madeFrom, madeUntil } from "@/lib/sql";
import type { DeliveryChoice } from "./filter";

export type Span = { from?: Date | undefined; to?: Date | undefined };
/**
 * Deliveries that were created within a span. Each that fits the choice meets exactly one of the `conditions`, and an index
 * finds it by that one. Few of an older part fit.
 */
export type Part = Span & { isOlder: boolean; conditions: ((span: Span) => SQL | undefined)[] };

const unfinished: readonly string[] = ["pending", "retrying", "sending"];

/**
 * Returns the parts of the log that may have deliveries of a choice, newest first. A delivery that was created after
 * `endedFrom` has not ended before it. Of older ones, few match: those that took long, and those that have not ended.
 */
export function partsOf({ status, endedFrom, endedTo }: DeliveryChoice, span: Span): Part[] {
  const { from } = span;
  const to = earlier(span.to, endedTo);
  const whole = { isOlder: false, conditions: [() => undefined] };
  if (status?.length && status.every((word) => unfinished.includes(word)))
    return [{ from, to, isOlder: false, conditions: [notEnded] }];
  if (!endedFrom) return [{ from, to, ...whole }];
  const ended = () => gte(deliveries.finishedAt, endedFrom);
  // A delivery that ends between two statements is found by both in this order, and by none in the other.
  const conditions = endsOnly({ status }) ? [ended] : [notEnded, ended];
  return [
    { from: later(from, endedFrom), to, ...whole },
    { from, to: earlier(to, endedFrom), isOlder: true, conditions },
  ];
}

/** Returns conditions of which each delivery that fits a choice meets exactly one. Those of newer parts come first. */
export function conditionsOf(choice: DeliveryChoice, fits: SQL | undefined): (SQL | undefined)[] {
  return partsOf(choice, {}).flatMap(({ conditions, ...span }) =>
    conditions.map((one) => and(fits, within(span), one(span))),
  );
}

/** Returns whether a filter asks for delivered, failed or cancelled deliveries only. */
export function endsOnly({ status }: Pick<DeliveryChoice, "status">): boolean {
  return !!status?.length && status.every((word) => !unfinished.includes(word));
}

/** Matches what was created within a span. */
export function within({ from, to }: Span): SQL | undefined {
  const { id, createdAt } = deliveries;
  return and(
    from && and(gte(createdAt, from), madeFrom(id, from)),
    to && and(lt(createdAt, to), madeUntil(id, to)),
  );
}

/**
 * Matches deliveries that have not ended. All of them are in the queue, and few others. The queue is small, so this finds
 * few among many.
 */
function notEnded({ from, to }: Span): SQL {
  const { deliveryId } = queue;
  const made = and(from && madeFrom(deliveryId, from), to && madeUntil(deliveryId, to));
  return sql`${isNull(deliveries.finishedAt)}
    and ${deliveries.id} in (select ${deliveryId} from ${queue} where ${made ?? sql`true`})`;
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? new Date(Math.min(+one, +other)) : (one ?? other);
}

function later(one: Date | undefined, other: Date): Date {
  return one && one > other ? one : other;
}
