import type { Queries } from "@/db/client";
import { webhookSecrets } from "@/db/schema/webhooks";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { validAccountSecrets } from "./sealed-secret";

type Target = { id: string; accountId: string };

type Copy = typeof webhookSecrets.$inferInsert;

/**
 * Rows after which a statement stores them: far below the limit of its parameters. Each is encrypted in 20 µs, while nothing else is
 * served.
 */
const batch = 1000;

/**
 * Copies the valid secrets of accounts to new targets of one-shot callbacks, each encrypted for its own place. Only workers of
 * version 0.1.0 sign with the copies, during an upgrade; a rotation leaves them as they are. One release later they need not be written
 * any more: those left are deleted with their targets.
 */
export async function copySecrets(tx: Queries, targets: Target[]): Promise<void> {
  const accountIds = [...new Set(targets.map(({ accountId }) => accountId))];
  if (accountIds.length === 0) return;
  const secrets = await validAccountSecrets(tx, accountIds);
  const insert = async (copies: Copy[]) => {
    if (copies.length > 0) await tx.insert(webhookSecrets).values(copies);
  };
  let copies: Copy[] = [];
  for (const { id, accountId } of targets) {
    const theirs = secrets.filter((secret) => secret.accountId === accountId);
    for (const { secret, validUntil, createdAt } of theirs)
      copies.push({ ...sealSecret(id, secret), validUntil, createdAt });
    if (copies.length < batch) continue;
    await insert(copies);
    copies = [];
  }
  await insert(copies);
}
