import type { AuditAction } from "@/db/audit-actions";
import { auditLog } from "@/db/schema/audit";
import type { Actor, Context } from "@/lib/context";
import { masked } from "./changed-values";
import { targetName } from "./target-name";

type AuditEntry = {
  action: AuditAction;
  /** Account of the object. Default: the caller's account. */
  accountId?: string | null | undefined;
  target?: string;
  webhook?: string | null;
  /** Changed values. URLs and headers are masked here. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** Actor, when the context has none yet, as at sign-in. */
  by?: Actor;
  /** Name that an anonymous request claimed. */
  name?: string;
};
type AuditContext = Pick<Context, "db" | "accountId" | "actor" | "requestId" | "address">;

/** Writes an audit entry. Pass the transaction of the change as `db`, so that both are committed or neither. */
export async function audit(
  ctx: AuditContext,
  { action, by = ctx.actor, ...entry }: AuditEntry,
): Promise<void> {
  const { accountId = ctx.accountId, target, webhook, before, after, name } = entry;
  await ctx.db.insert(auditLog).values({
    action,
    accountId,
    ...signatureOf(by),
    ...(name !== undefined && { actorName: name }),
    targetId: target,
    targetName: targetName({ action, ...entry }),
    webhookId: webhook,
    address: ctx.address,
    requestId: ctx.requestId,
    before: before && JSON.stringify(masked(before)),
    after: after && JSON.stringify(masked(after)),
  });
}

function signatureOf(actor: Actor) {
  const { kind: actorKind } = actor;
  if (actor.kind === "user") return { actorKind, actorId: actor.userId, actorName: actor.email };
  if (actor.kind === "key") return { actorKind, actorId: actor.keyId, actorName: actor.name };
  return { actorKind };
}
