import { and, sql } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { subscribed } from "@/lib/sql";

/** Webhooks of an account with the same URL, byte for byte, newest first. One pass in place of a look-up for each. */
const sameAddress = sql`(
  partition by ${webhooks.accountId}, ${webhooks.callbackUrl} order by ${webhooks.createdAt} desc, ${webhooks.id} desc
  rows between unbounded preceding and unbounded following)`;
const newest = sql`first_value(${webhooks.id}) over ${sameAddress}`;

/** Newest other webhook of the account with the same URL. */
const twin = sql<string | null>`
  case when ${newest} = ${webhooks.id} then nth_value(${webhooks.id}, 2) over ${sameAddress} else ${newest} end`;

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
