import { and, inArray, isNull } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accountSecrets } from "@/db/schema/accounts";
import { webhookSecrets } from "@/db/schema/webhooks";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { stillValid } from "@/lib/sql";
import { openAccountSecret } from "./sealed-secret";

type Target = { id: string; accountId: string };

type Copy = typeof webhookSecrets.$inferInsert;

/**
 * Rows after which a statement stores them: far below the limit of its parameters. Each is encrypted in 20 µs, while nothing else is
 * served, and an account may have a hundred thousand targets.
 */
const batch = 1000;

/**
 * Copies the valid secrets of accounts to targets of one-shot callbacks, each encrypted for its own place. Locks the
 * accounts' secrets against rotation until the transaction ends.
 */
export async function copySecrets(tx: Queries, targets: Target[]): Promise<void> {
  const accountIds = [...new Set(targets.map(({ accountId }) => accountId))];
  if (accountIds.length === 0) return;
  const theirs = inArray(accountSecrets.accountId, accountIds);
  await tx
    .select({ id: accountSecrets.id })
    .from(accountSecrets)
    .where(and(theirs, isNull(accountSecrets.validUntil)))
    .orderBy(accountSecrets.accountId)
    .for("share");
  // A separate statement: the one that waited for the lock would not see a secret inserted meanwhile.
  const rows = await tx
    .select()
    .from(accountSecrets)
    .where(and(theirs, stillValid(accountSecrets.validUntil)));
  const secrets = rows.map(openAccountSecret);
  const insert = async (copies: Copy[]) => {
    if (copies.length > 0) await tx.insert(webhookSecrets).values(copies);
  };
  let copies: Copy[] = [];
  for (const { id, accountId } of targets) {
    for (const { secret, validUntil, createdAt } of secrets.filter(isOf(accountId)))
      copies.push({ ...sealSecret(id, secret), validUntil, createdAt });
    if (copies.length < batch) continue;
    await insert(copies);
    copies = [];
  }
  await insert(copies);
}

function isOf(accountId: string) {
  return (secret: { accountId: string }) => secret.accountId === accountId;
}
