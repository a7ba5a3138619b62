import { and, desc, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Queries } from "@/db/client";
import { accountSecrets } from "@/db/schema/accounts";
import { newSecret } from "@/lib/outbound/signature";
import { stillValid } from "@/lib/sql";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

/** Returns the columns of a row of `account_secrets` with its secret, encrypted and bound to the row. */
export function sealAccountSecret(accountId: string, secret: string) {
  const id = uuidv7();
  return { id, accountId, secret: vault().seal(secret, place.accountSecret(accountId, id)) };
}

type Row = { id: string; accountId: string; secret: string };

/**
 * Returns a row with its secret decrypted.
 * @throws Unreadable
 */
export function openAccountSecret<R extends Row>(row: R): R {
  const secret = vault().open(row.secret, place.accountSecret(row.accountId, row.id));
  return { ...row, secret };
}

/**
 * Returns the secrets of accounts that sign now, newest first, decrypted.
 * @throws Unreadable
 */
export async function validAccountSecrets(db: Queries, accountIds: string[]) {
  const rows = await db
    .select()
    .from(accountSecrets)
    .where(
      and(inArray(accountSecrets.accountId, accountIds), stillValid(accountSecrets.validUntil)),
    )
    .orderBy(desc(accountSecrets.createdAt));
  return rows.map(openAccountSecret);
}

/** Creates a signing secret for accounts without one. */
export async function ensureAccountSecrets(db: Queries, accountIds: string[]): Promise<void> {
  const drafts = accountIds.map((accountId) => sealAccountSecret(accountId, newSecret()));
  await db.insert(accountSecrets).values(drafts).onConflictDoNothing({
    target: accountSecrets.accountId,
    where: sql`valid_until is null`,
  });
}
