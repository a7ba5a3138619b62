import { uuidv7 } from "uuidv7";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

/** The part of a row of `account_secrets` that binds the secret to it. */
export function keepAccountSecret(accountId: string, secret: string) {
  const id = uuidv7();
  return { id, accountId, secret: vault().seal(secret, place.accountSecret(accountId, id)) };
}

type Row = { id: string; accountId: string; secret: string };

/** The row with its secret readable. @throws Unreadable */
export function readAccountSecret<R extends Row>(row: R): R {
  const secret = vault().open(row.secret, place.accountSecret(row.accountId, row.id));
  return { ...row, secret };
}
