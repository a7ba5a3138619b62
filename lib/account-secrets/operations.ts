import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accountSecrets, accounts } from "@/db/schema/accounts";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { newSecret } from "@/lib/outbound/signature";
import { found } from "@/lib/protocol/problem";
import type { AccountSecretRotation } from "./contract";
import { ensureAccountSecrets } from "./ensure";

export async function revealAccountSecret(ctx: Context, accountId: string) {
  await assertSeen(ctx, accountId);
  await ensureAccountSecrets(ctx.db, [accountId]);
  return found(await ctx.db.select().from(accountSecrets).where(current(accountId)));
}

export async function rotateAccountSecret(
  ctx: Context,
  accountId: string,
  { overlapSeconds }: AccountSecretRotation,
) {
  await assertSeen(ctx, accountId);
  return ctx.db.transaction(async (tx) => {
    await ensureAccountSecrets(tx, [accountId]);
    await tx
      .update(accountSecrets)
      // Cut, for rounded up it might be a moment from now.
      .set({
        validUntil: sql`date_trunc('milliseconds', now()) + ${overlapSeconds} * interval '1 second'`,
      })
      .where(current(accountId));
    const rows = await tx
      .insert(accountSecrets)
      .values({ accountId, secret: newSecret(), createdAt: sql`clock_timestamp()` })
      .returning();
    await copyToTargets(tx, accountId);
    return found(rows);
  });
}

/** What waits for a one-shot callback is signed with what is valid when it is sent. */
async function copyToTargets(tx: Queries, accountId: string): Promise<void> {
  const targets = sql`select id from ${webhooks} where account_id = ${accountId} and one_shot`;
  await tx.execute(sql`delete from ${webhookSecrets} where webhook_id in (${targets})`);
  await tx.execute(sql`
    insert into ${webhookSecrets} (id, webhook_id, secret, valid_until, created_at)
    select new_id(), t.id, s.secret, s.valid_until, s.created_at
    from ${accountSecrets} s, (${targets}) t
    where s.account_id = ${accountId} and (s.valid_until is null or s.valid_until > now())`);
}

async function assertSeen(ctx: Context, accountId: string): Promise<void> {
  found(
    await ctx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), owned(ctx, accounts.id))),
  );
}

function current(accountId: string) {
  return and(eq(accountSecrets.accountId, accountId), isNull(accountSecrets.validUntil));
}
