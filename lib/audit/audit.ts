import type { AuditAction } from "@/db/enums";
import { auditLog } from "@/db/schema/audit";
import type { Actor, Context } from "@/lib/context";
import { masked } from "./masked";

type Deed = {
  action: AuditAction;
  /** Whose thing it was; the caller's own account unless told. */
  accountId?: string | null | undefined;
  target?: string;
  webhook?: string | null;
  /** Values that may be told; addresses and headers are masked here. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** Who did it, where the request does not say so yet, as at sign-in. */
  by?: Actor;
  /** Whom an anonymous request said to be. */
  name?: string;
};
type Witness = Pick<Context, "db" | "accountId" | "actor" | "requestId" | "address">;

/** Writes down who did what; with the transaction of the deed as `db`, so that one does not stand without the other. */
export async function audit(
  ctx: Witness,
  { action, by = ctx.actor, ...deed }: Deed,
): Promise<void> {
  const { accountId = ctx.accountId, target, webhook, before, after, name } = deed;
  await ctx.db.insert(auditLog).values({
    action,
    accountId,
    ...signatureOf(by),
    ...(name !== undefined && { actorName: name }),
    targetId: target,
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
