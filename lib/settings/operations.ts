import { eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { webhookHeaders, webhooks } from "@/db/schema/webhooks";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import type { Context } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import { resume } from "@/lib/queue/resume";
import { webhookById } from "@/lib/sql";
import { Unreadable } from "@/lib/vault/unreadable";
import type { WebhookSettingsPatch } from "./contract";
import { openHeaders, sealHeaders } from "./sealed-headers";

const columns = {
  accountId: webhooks.accountId,
  label: webhooks.label,
  paused: sql<boolean>`${webhooks.pausedAt} is not null`,
  deadlineSeconds: webhooks.deadlineSeconds,
  maxConcurrency: webhooks.maxConcurrency,
  ratePerSecond: webhooks.ratePerSecond,
};

export async function readSettings(ctx: Context, id: string) {
  const { headers, ...settings } = await readRow(ctx, id);
  return { ...settings, headers: maskHeaders(ctx, openHeaders(id, headers)) };
}

async function readRow(ctx: Context, id: string) {
  const rows = await ctx.db
    .select({ ...columns, headers: webhookHeaders.headers })
    .from(webhooks)
    .leftJoin(webhookHeaders, eq(webhookHeaders.webhookId, webhooks.id))
    .where(webhookById(ctx, id));
  return assertFound(rows);
}

/** Changes settings. While the stored headers cannot be decrypted, only a change that replaces them is accepted. */
export async function updateSettings(ctx: Context, id: string, patch: WebhookSettingsPatch) {
  if (Object.keys(patch).length === 0) return readSettings(ctx, id);
  const { paused, headers, ...rest } = patch;
  await ctx.db.transaction(async (tx) => {
    const locked = await tx
      .select({ pauseReason: webhooks.pauseReason })
      .from(webhooks)
      .where(webhookById(ctx, id))
      .for("no key update");
    const { pauseReason } = assertFound(locked);
    const was = await before({ ...ctx, db: tx }, id, headers !== undefined);
    const rows = await tx
      .update(webhooks)
      // `label` is always written, so that the statement updates, and locks, the row in any case.
      .set({ ...rest, ...pause(paused), label: rest.label ?? webhooks.label })
      .where(webhookById(ctx, id))
      .returning({ accountId: webhooks.accountId });
    const { accountId } = assertFound(rows);
    if (headers) await replaceHeaders(tx, id, headers);
    if (paused === false) await resume(tx, id, pauseReason);
    await writeAudit({ ...ctx, db: tx, accountId }, id, was, patch);
  });
  if (paused === false) ctx.queue.wake();
  return readSettings(ctx, id);
}

/** Returns the settings before a change. Headers that cannot be decrypted count as none when they are replaced. */
async function before(ctx: Context, id: string, replaces: boolean) {
  const { headers, ...settings } = await readRow(ctx, id);
  try {
    return { ...settings, headers: openHeaders(id, headers) };
  } catch (error) {
    if (replaces && error instanceof Unreadable) return { ...settings, headers: {} };
    throw error;
  }
}

/** Writes the audit entries of a change. Pausing and resuming have actions of their own. */
async function writeAudit(
  ctx: Context,
  id: string,
  was: object,
  { paused, ...patch }: WebhookSettingsPatch,
) {
  const entry = { target: id, webhook: id };
  const change = changed({ ...was }, patch);
  if (change) await audit(ctx, { action: "webhook.settings_updated", ...entry, ...change });
  const pause = paused === undefined ? null : changed({ ...was }, { paused });
  const action = paused ? "webhook.paused" : "webhook.resumed";
  if (pause) await audit(ctx, { action, ...entry, ...pause });
}

async function replaceHeaders(tx: Queries, webhookId: string, headers: Record<string, string>) {
  await tx.delete(webhookHeaders).where(eq(webhookHeaders.webhookId, webhookId));
  if (Object.keys(headers).length === 0) return;
  await tx.insert(webhookHeaders).values({ webhookId, headers: sealHeaders(webhookId, headers) });
}

/** Replaces the values of headers by `***` for callers who may not write webhooks: values may be secrets. */
function maskHeaders({ scopes }: Context, headers: Record<string, string>): Record<string, string> {
  if (scopes.includes("webhooks:write")) return headers;
  return Object.fromEntries(Object.keys(headers).map((name) => [name, "***"]));
}

/** Returns the columns of pausing or resuming. A webhook that is already paused keeps its time and reason. */
function pause(paused: boolean | undefined) {
  if (paused === undefined) return {};
  if (!paused) return { pausedAt: null, pauseReason: null };
  return {
    pausedAt: sql`coalesce(${webhooks.pausedAt}, now())`,
    pauseReason: sql`coalesce(${webhooks.pauseReason}, 'person')`,
  };
}
