import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { operationalEvents } from "@/db/schema/operational-events";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { after } from "@/lib/sql";
import type { operationalEventsApi } from "./contract";

type Filter = Parsed<typeof operationalEventsApi.list>["query"];

export async function listOperationalEvents(ctx: Context, filter: Filter) {
  const rows = await ctx.db
    .select()
    .from(operationalEvents)
    .where(
      and(
        owned(ctx, operationalEvents.accountId),
        filter.webhook ? eq(operationalEvents.webhookId, filter.webhook) : undefined,
        filter.kind && inArray(operationalEvents.kind, filter.kind),
        filter.since && gte(operationalEvents.createdAt, filter.since),
        after(filter.cursor, operationalEvents.createdAt, operationalEvents.id),
      ),
    )
    .orderBy(desc(operationalEvents.createdAt), desc(operationalEvents.id))
    .limit(filter.limit + 1);
  const { items, nextCursor } = page(rows, filter.limit);
  const shown = items.map((item) => ({ ...item, details: JSON.parse(item.details) }));
  return { operationalEvents: shown, nextCursor };
}
