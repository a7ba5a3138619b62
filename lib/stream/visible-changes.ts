import { inArray } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import type { Notice } from "@/lib/changes/change";
import type { Context } from "@/lib/context";
import { Lru } from "@/lib/lru";
import type { Changed } from "./contract";

/** Accounts of webhooks, null for unknown ones. A webhook never changes its account. */
const accountOf = new Lru<string, string | null>(10_000);

/** Returns the changes that the caller may see, grouped by kind. */
export async function visibleChanges(ctx: Context, notices: Notice[]): Promise<Changed[]> {
  const { accountId } = ctx;
  if (accountId === null) return byKind(notices);
  await lookUp(ctx, notices);
  const visible = notices.flatMap((notice): Notice[] => {
    const owner = notice.account ?? accountOf.get(notice.webhook ?? "");
    if (owner === accountId) return [notice];
    // The account of a deleted webhook is not known, so every account gets the notice, without the ids of another.
    return notice.anyone || owner === null ? [{ ...notice, ids: [], more: true }] : [];
  });
  return byKind(visible);
}

async function lookUp({ db }: Context, notices: Notice[]): Promise<void> {
  const unknown = notices.flatMap(({ webhook }) =>
    webhook && accountOf.get(webhook) === undefined ? [webhook] : [],
  );
  if (unknown.length === 0) return;
  const rows = await db
    .select({ id: webhooks.id, accountId: webhooks.accountId })
    .from(webhooks)
    .where(inArray(webhooks.id, unknown));
  const found = new Map(rows.map(({ id, accountId }) => [id, accountId]));
  for (const id of unknown) accountOf.set(id, found.get(id) ?? null);
}

function byKind(notices: Notice[]): Changed[] {
  const kinds = new Map<string, Changed>();
  for (const { kind, ids, more = false } of notices) {
    const known = kinds.get(kind) ?? { kind, ids: [], more: false };
    known.ids.push(...ids);
    known.more ||= more;
    kinds.set(kind, known);
  }
  return [...kinds.values()];
}
