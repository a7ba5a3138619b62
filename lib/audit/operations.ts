import { and, desc, eq, gte, lt } from "drizzle-orm";
import { auditLog } from "@/db/schema/audit";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { page } from "@/lib/protocol/paging";
import { after, oneOf } from "@/lib/sql";
import { masked } from "./changed-values";
import type { auditApi } from "./contract";
import { nameIn } from "./target-name";

type Filter = Parsed<typeof auditApi.list>["query"];
type Row = typeof auditLog.$inferSelect;

export async function listAudit(ctx: Context, filter: Filter) {
  const { actor, action, target, webhook, request, account, since, from = since, to } = filter;
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(
      and(
        owned(ctx, auditLog.accountId),
        actor === undefined ? undefined : by(actor),
        oneOf(auditLog.action, action),
        target ? eq(auditLog.targetId, target) : undefined,
        webhook ? eq(auditLog.webhookId, webhook) : undefined,
        request ? eq(auditLog.requestId, request) : undefined,
        account ? eq(auditLog.accountId, account) : undefined,
        from && gte(auditLog.createdAt, from),
        to && lt(auditLog.createdAt, to),
        after(filter.cursor, auditLog.createdAt, auditLog.id),
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(filter.limit + 1);
  const { items, nextCursor } = page(rows, filter.limit);
  return { entries: items.map(toAuditEntry), nextCursor };
}

function by(actor: string) {
  const isId = Id.safeParse(actor).success;
  return isId ? eq(auditLog.actorId, actor) : eq(auditLog.actorName, actor);
}

function toAuditEntry({
  actorKind: kind,
  actorId: id,
  actorName: name,
  before,
  after,
  ...row
}: Row) {
  const [was, became] = [values(before), values(after)];
  // Entries of earlier versions have no name of their own.
  const targetName = row.targetName ?? nameIn(was) ?? nameIn(became) ?? null;
  return { ...row, targetName, actor: { kind, id, name }, before: was, after: became };
}

function values(text: string | null): Record<string, unknown> | undefined {
  // Entries of earlier versions were masked by fewer rules.
  return text === null ? undefined : masked(JSON.parse(text));
}
