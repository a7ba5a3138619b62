import { and, sql } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { subscribed } from "@/lib/subscribed";

/** The newest other one of the account that has the same address, byte for byte. */
const twin = sql<string | null>`(
  select t.id from ${webhooks} t
  where t.account_id = ${webhooks}.account_id and not t.one_shot
    and t.callback_url = ${webhooks}.callback_url and t.id <> ${webhooks}.id
  order by t.created_at desc limit 1)`;

export async function listSettings(ctx: Context) {
  return ctx.db
    .select({
      webhookId: webhooks.id,
      accountId: webhooks.accountId,
      label: webhooks.label,
      paused: sql<boolean>`${webhooks.pausedAt} is not null`,
      twin,
    })
    .from(webhooks)
    .where(and(owned(ctx, webhooks.accountId), subscribed));
}
