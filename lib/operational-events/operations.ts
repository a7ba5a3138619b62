import { and, desc, eq, getTableColumns, gte, sql } from "drizzle-orm";
import { auditLog } from "@/db/schema/audit";
import { operationalEvents } from "@/db/schema/operational-events";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { after, oneOf } from "@/lib/sql";
import { parseStoredJson } from "@/lib/stored-json";
import type { operationalEventsApi } from "./contract";

type Filter = Parsed<typeof operationalEventsApi.list>["query"];

export async function listOperationalEvents(ctx: Context, filter: Filter) {
  const rows = await ctx.db
    .select({
      ...getTableColumns(operationalEvents),
      actorKind: auditLog.actorKind,
      actorName: auditLog.actorName,
    })
    .from(operationalEvents)
    .leftJoin(auditLog, isOfSameChange)
    .where(
      and(
        owned(ctx, operationalEvents.accountId),
        filter.account ? eq(operationalEvents.accountId, filter.account) : undefined,
        filter.webhook ? eq(operationalEvents.webhookId, filter.webhook) : undefined,
        oneOf(operationalEvents.kind, filter.kind),
        filter.since && gte(operationalEvents.createdAt, filter.since),
        after(filter.cursor, operationalEvents.createdAt, operationalEvents.id),
      ),
    )
    .orderBy(desc(operationalEvents.createdAt), desc(operationalEvents.id))
    .limit(filter.limit + 1);
  const { items, nextCursor } = page(rows, filter.limit);
  const shown = items.map(({ actorKind, actorName, details, ...item }) => {
    const name = actorKind === "user" && !seesPeople(ctx) ? null : actorName;
    const actor = actorKind && { kind: actorKind, name };
    return { ...item, actor, details: parseStoredJson(details) };
  });
  return { operationalEvents: shown, nextCursor };
}

/** Pauses and resumptions are audited in their transaction, which gives both rows its time. */
const isOfSameChange = and(
  eq(auditLog.accountId, operationalEvents.accountId),
  eq(auditLog.webhookId, operationalEvents.webhookId),
  eq(auditLog.createdAt, operationalEvents.createdAt),
  sql`${auditLog.action} = ${operationalEvents.kind}`,
);

/** Operators are no business of an account's keys, unless these may read the audit log. */
function seesPeople({ accountId, scopes }: Context): boolean {
  return accountId === null || scopes.includes("admin");
}
