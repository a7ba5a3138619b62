import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { accountSecrets, accounts } from "@/db/schema/accounts";
import { lockAccount } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";
import { newSecret } from "@/lib/outbound/signature";
import { assertFound } from "@/lib/protocol/default-problem";
import { assertBelowSecretLimit } from "@/lib/secrets/limit";
import { accountById, inSeconds } from "@/lib/sql";
import type { AccountSecretRotation } from "./contract";
import { ensureAccountSecrets, openAccountSecret, sealAccountSecret } from "./sealed-secret";

export async function revealAccountSecret(ctx: Context, accountId: string) {
  await assertAccountVisible(ctx, accountId);
  return ctx.db.transaction(async (tx) => {
    await ensureAccountSecrets(tx, [accountId]);
    const row = assertFound(await tx.select().from(accountSecrets).where(current(accountId)));
    const entry = { accountId, target: accountId };
    await audit({ ...ctx, db: tx }, { action: "account_secret.revealed", ...entry });
    return openAccountSecret(row);
  });
}

/**
 * Rotates the secret of an account, which signs its waiting one-shot callbacks as well. Older secrets end with the overlap at the
 * latest, however many rotations came before.
 */
export async function rotateAccountSecret(
  ctx: Context,
  accountId: string,
  { overlapSeconds }: AccountSecretRotation,
) {
  await assertAccountVisible(ctx, accountId);
  return ctx.db.transaction(async (tx) => {
    // Concurrent rotations run one after the other.
    await lockAccount(tx, accountId);
    await ensureAccountSecrets(tx, [accountId]);
    const theirs = eq(accountSecrets.accountId, accountId);
    const end = inSeconds(overlapSeconds);
    await tx
      .update(accountSecrets)
      .set({ validUntil: sql`least(${accountSecrets.validUntil}, ${end})` })
      .where(theirs);
    await tx.delete(accountSecrets).where(and(theirs, lte(accountSecrets.validUntil, sql`now()`)));
    assertBelowSecretLimit(await tx.$count(accountSecrets, theirs));
    const rows = await tx
      .insert(accountSecrets)
      .values({
        ...sealAccountSecret(accountId, newSecret()),
        createdAt: sql`clock_timestamp()`,
      })
      .returning();
    const entry = { accountId, target: accountId, after: { overlapSeconds } };
    await audit({ ...ctx, db: tx }, { action: "account_secret.rotated", ...entry });
    return openAccountSecret(assertFound(rows));
  });
}

async function assertAccountVisible(ctx: Context, accountId: string): Promise<void> {
  const isVisible = accountById(ctx, accountId);
  assertFound(await ctx.db.select({ id: accounts.id }).from(accounts).where(isVisible));
}

function current(accountId: string) {
  return and(eq(accountSecrets.accountId, accountId), isNull(accountSecrets.validUntil));
}
