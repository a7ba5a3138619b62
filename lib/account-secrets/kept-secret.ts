import { uuidv7 } from "uuidv7";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

/** Returns the columns of a row of `account_secrets` with its secret, encrypted and bound to the row. */
export function keepAccountSecret(accountId: string, secret: string) {
  const id = uuidv7();
  return { id, accountId, secret: vault().seal(secret, place.accountSecret(accountId, id)) };
}

type Row = { id: string; accountId: string; secret: string };

/**
 * Returns a row with its secret decrypted.
 * @throws Unreadable
 */
export function readAccountSecret<R extends Row>(row: R): R {
  const secret = vault().open(row.secret, place.accountSecret(row.accountId, row.id));
  return { ...row, secret };
}
