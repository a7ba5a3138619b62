import { desc, eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { alertReceivers, alerts } from "@/db/schema/alerts";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { targetPolicy } from "@/lib/outbound/policy";
import { newSecret } from "@/lib/outbound/signature";
import { assertAllowedTarget } from "@/lib/outbound/target";
import { assertFound } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import { parseStoredJson } from "@/lib/stored-json";
import type { AlertReceiverDraft } from "./contract";
import { openAlertSecret, sealAlertSecret } from "./sealed-secret";

const latest = 10;
const noReceiver = "There is no alert receiver. Set one with PUT /v1/alerts.";

export async function readAlerts(ctx: Context) {
  assertSeesAll(ctx);
  const [receivers, rows] = await Promise.all([
    ctx.db.select().from(alertReceivers),
    ctx.db.select().from(alerts).orderBy(desc(alerts.createdAt), desc(alerts.id)).limit(latest),
  ]);
  const shown = rows.map((row) => {
    const { data, ...alert } = detailOf(row);
    return alert;
  });
  return { receiver: receivers[0], latest: shown };
}

/** Alerts belong to no account, so that keys of one find none. */
export async function readAlert(ctx: Context, id: string) {
  const isVisible = ctx.accountId === null ? eq(alerts.id, id) : sql`false`;
  return detailOf(assertFound(await ctx.db.select().from(alerts).where(isVisible)));
}

type Data = { reason: string; webhookId?: string; label?: string; callbackUrl?: string };

function detailOf({ data: text, dueAt, ...alert }: typeof alerts.$inferSelect) {
  const data = parseStoredJson(text) as Data;
  const { reason, webhookId = null, label = null, callbackUrl = null } = data;
  return { ...alert, reason, webhookId, label, callbackUrl, nextAttemptAt: dueAt, data };
}

/** Sets the alert receiver. Creates its secret the first time, and keeps it until the receiver is removed. */
export async function setAlertReceiver(ctx: Context, draft: AlertReceiverDraft) {
  assertSeesAll(ctx);
  assertAllowedTarget(draft.callbackUrl, targetPolicy(env()));
  await ctx.db.transaction(async (tx) => {
    const was = await storeReceiver(tx, draft);
    const change = was ? changed(was, draft) : { after: draft };
    const within = { ...ctx, db: tx };
    if (change) await audit(within, { action: "alert_receiver.changed", ...change });
  });
  return readAlerts(ctx);
}

/** Returns the receiver that was changed, or undefined if it is the first one. */
async function storeReceiver(
  tx: Queries,
  draft: AlertReceiverDraft,
): Promise<typeof alertReceivers.$inferSelect | undefined> {
  const first = { ...draft, ...sealAlertSecret(newSecret()) };
  const made = await tx.insert(alertReceivers).values(first).onConflictDoNothing().returning();
  if (made.length > 0) return undefined;
  const [was] = await tx.select().from(alertReceivers).for("update");
  // Removed meanwhile, so this one is the first.
  if (!was) return storeReceiver(tx, draft);
  await tx.update(alertReceivers).set(draft);
  return was;
}

export async function removeAlertReceiver(ctx: Context): Promise<void> {
  assertSeesAll(ctx);
  await ctx.db.transaction(async (tx) => {
    const removed = await tx.delete(alertReceivers).returning();
    const { callbackUrl, kinds } = assertFound(removed, noReceiver);
    await tx.delete(alerts).where(eq(alerts.status, "pending"));
    const before = { callbackUrl, kinds };
    await audit({ ...ctx, db: tx }, { action: "alert_receiver.removed", before });
  });
}

/** Sends a test alert through the outbox, like every alert. */
export async function sendTestAlert(ctx: Context) {
  assertSeesAll(ctx);
  return ctx.db.transaction(async (tx) => {
    const receivers = await tx.select().from(alertReceivers).for("share");
    if (receivers.length === 0) throw new Problem(40900, noReceiver);
    // Like the trigger that writes the other kinds.
    const data = sql`jsonb_build_object('reason', 'A test: alerts arrive here.',
      'createdAt', to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;
    const made = assertFound(
      await tx.insert(alerts).values({ kind: "alert.test", data }).returning(),
    );
    await audit({ ...ctx, db: tx }, { action: "alert_receiver.tested" });
    return made;
  });
}

export async function revealAlertSecret(ctx: Context) {
  assertSeesAll(ctx);
  return ctx.db.transaction(async (tx) => {
    const receiver = assertFound(await tx.select().from(alertReceivers), noReceiver);
    const within = { ...ctx, db: tx };
    await audit(within, { action: "alert_secret.revealed" });
    return { secret: openAlertSecret(receiver), createdAt: receiver.createdAt };
  });
}
