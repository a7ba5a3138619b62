import { and, inArray } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import type { Context } from "@/lib/context";
import { problemAt } from "@/lib/protocol/problem-at";
import { subscribed } from "@/lib/sql";

type Draft = { accountId?: string | undefined; webhookId?: string | undefined };
type Asked<D> = {
  drafts: D[];
  accountOf: (draft: D) => string;
  path: (n: number) => string;
  /** By default all drafts are checked. */
  isChecked?: (n: number) => boolean;
};

/**
 * Checks that the webhooks named by drafts belong to the accounts of their events.
 * @throws Problem 40000 with the path of one that does not
 */
export async function assertTargetsOwned<D extends Draft>(
  { db }: Context,
  { drafts, accountOf, path, isChecked = () => true }: Asked<D>,
): Promise<void> {
  const named = drafts.flatMap((draft, n) =>
    draft.webhookId && isChecked(n)
      ? [{ id: draft.webhookId, accountId: accountOf(draft), n }]
      : [],
  );
  if (named.length === 0) return;
  const ids = named.map(({ id }) => id);
  const accountIds = named.map(({ accountId }) => accountId);
  const rows = await db
    .select({ id: webhooks.id, accountId: webhooks.accountId })
    .from(webhooks)
    .where(and(inArray(webhooks.accountId, accountIds), inArray(webhooks.id, ids), subscribed));
  const ownerOf = new Map(rows.map(({ id, accountId }) => [id, accountId]));
  const strange = named.find(({ id, accountId }) => ownerOf.get(id) !== accountId);
  if (!strange) return;
  const at = `${path(strange.n)}webhookId`;
  const message = "The account has no such webhook. GET /v1/webhooks lists those that it has";
  throw problemAt(at, message);
}
