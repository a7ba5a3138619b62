import { and, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { deliveryStatuses, type StatusWord } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { type Context, owned } from "@/lib/context";
import { chosen } from "@/lib/protocol/list-of";
import { oneOf } from "@/lib/sql";
import type { DeliveryChoice } from "./filter";
import { endsOnly, within } from "./parts";

/** Returns the SQL condition of a filter, within the accounts the caller may see. */
export function toWhere(
  reader: Pick<Context, "accountId">,
  choice: DeliveryChoice,
): SQL | undefined {
  const { status, event, cause, trigger, webhook, account, since, from = since, to } = choice;
  return and(
    owned(reader, deliveries.accountId),
    account ? eq(deliveries.accountId, account) : undefined,
    status && or(...status.map(hasStatus)),
    oneOf(deliveries.event, event),
    oneOf(deliveries.cause, cause),
    chosen(cause) && !chosen(status) ? anyStatus : undefined,
    oneOf(deliveries.trigger, trigger),
    webhook && inArray(deliveries.webhookId, webhook),
    within({ from, to }),
    hasEndedWithin(choice),
  );
}

/** Matches deliveries that ended within a time, and those that were created before its end and have not ended. */
function hasEndedWithin({ status, endedFrom, endedTo }: DeliveryChoice): SQL | undefined {
  const { finishedAt } = deliveries;
  // The planner finds no index for a condition with "or".
  const orNot = (ended: SQL) => (endsOnly({ status }) ? ended : or(ended, isNull(finishedAt)));
  return and(
    endedFrom && orNot(gte(finishedAt, endedFrom)),
    endedTo && and(within({ to: endedTo }), orNot(lt(finishedAt, endedTo))),
  );
}

/**
 * True for each delivery. The planner needs statistics of a filtered column to use the index of status and cause. Days
 * without a failure have none of the cause, and without this condition they would be read in full.
 */
const anyStatus = inArray(deliveries.status, [...deliveryStatuses]);

function hasStatus(word: StatusWord): SQL | undefined {
  const { id, status, attempts } = deliveries;
  if (word !== "sending" && word !== "retrying") return eq(status, word);
  const pending = eq(status, "pending");
  if (word === "retrying") return and(pending, gt(attempts, 0));
  // The queue is small, so this is an index look-up for each delivery.
  return and(
    pending,
    sql`exists (select from ${queue} where ${queue.deliveryId} = ${id} and ${queue.leased})`,
  );
}
