import { and, eq, gte, inArray, type SQL } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { type Context, owned } from "@/lib/context";
import type { DeliveryChoice } from "./filter";

/** The deliveries that a choice names, of those that the caller sees. */
export function chosen(
  whose: Pick<Context, "accountId">,
  { status, event, webhook, since }: DeliveryChoice,
): SQL | undefined {
  return and(
    owned(whose, deliveries.accountId),
    status && inArray(deliveries.status, status),
    event && inArray(deliveries.event, event),
    webhook ? eq(deliveries.webhookId, webhook) : undefined,
    since && gte(deliveries.createdAt, since),
  );
}
