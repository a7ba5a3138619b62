import { and, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { StatusWord } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { type Context, owned } from "@/lib/context";
import type { DeliveryChoice } from "./filter";

/** The deliveries that a choice names, of those that the caller sees. */
export function chosen(
  whose: Pick<Context, "accountId">,
  { status, event, cause, trigger, webhook, account, since, from = since, to }: DeliveryChoice,
): SQL | undefined {
  return and(
    owned(whose, deliveries.accountId),
    account ? eq(deliveries.accountId, account) : undefined,
    status && or(...status.map(stands)),
    event && inArray(deliveries.event, event),
    cause && inArray(deliveries.cause, cause),
    trigger && inArray(deliveries.trigger, trigger),
    webhook && inArray(deliveries.webhookId, webhook),
    from && and(gte(deliveries.createdAt, from), madeFrom(from)),
    to && and(lt(deliveries.createdAt, to), madeUntil(to)),
  );
}

function stands(word: StatusWord): SQL | undefined {
  const { id, status, attempts } = deliveries;
  if (word !== "sending" && word !== "retrying") return eq(status, word);
  const pending = eq(status, "pending");
  if (word === "retrying") return and(pending, gt(attempts, 0));
  // An unfinished delivery stands in the queue, which is small: this is a look-up for each.
  return and(
    pending,
    sql`exists (select from ${queue} where ${queue.deliveryId} = ${id} and ${queue.leased})`,
  );
}

type IdColumn = typeof deliveries.id | typeof queue.deliveryId;

const hourMs = 3_600_000;

/**
 * Says of the id what is said of the time, so that only its days are read. An hour for clocks that differ; added here,
 * for what Postgres adds it does not know yet when it plans, and then it plans for all days.
 */
export function madeFrom(at: Date, id: IdColumn = deliveries.id): SQL {
  return sql`${id} >= ${idAt(at.getTime() - hourMs)}`;
}
export function madeUntil(at: Date, id: IdColumn = deliveries.id): SQL {
  return sql`${id} < ${idAt(at.getTime() + hourMs)}`;
}

function idAt(timeMs: number): SQL {
  return sql`id_at(${new Date(timeMs).toISOString()}::timestamptz)`;
}
