import { and, inArray, isNull } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accountSecrets } from "@/db/schema/accounts";
import { webhookSecrets } from "@/db/schema/webhooks";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { stillValid } from "@/lib/sql";
import { openAccountSecret } from "./sealed-secret";

type Target = { id: string; accountId: string };

/** Rows in one statement, far below the limit of its parameters. */
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
  const copies = targets.flatMap(({ id, accountId }) =>
    secrets
      .filter((one) => one.accountId === accountId)
      .map(({ secret, validUntil, createdAt }) => ({
        ...sealSecret(id, secret),
        validUntil,
        createdAt,
      })),
  );
  for (let n = 0; n < copies.length; n += batch) {
    await tx.insert(webhookSecrets).values(copies.slice(n, n + batch));
  }
}
