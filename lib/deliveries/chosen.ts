import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
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
    status && inArray(deliveries.status, status),
    event && inArray(deliveries.event, event),
    cause && inArray(deliveries.cause, cause),
    trigger && inArray(deliveries.trigger, trigger),
    webhook ? eq(deliveries.webhookId, webhook) : undefined,
    from && and(gte(deliveries.createdAt, from), madeFrom(from)),
    to && and(lt(deliveries.createdAt, to), madeUntil(to)),
  );
}

/** Says of the id what is said of the time, so that only its days are read. An hour for clocks that differ. */
export function madeFrom(at: Date): SQL {
  return sql`${deliveries.id} >= id_at(${at.toISOString()}::timestamptz - interval '1 hour')`;
}
export function madeUntil(at: Date): SQL {
  return sql`${deliveries.id} < id_at(${at.toISOString()}::timestamptz + interval '1 hour')`;
}
