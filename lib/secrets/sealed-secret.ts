import { uuidv7 } from "uuidv7";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

/** Returns the columns of a row of `webhook_secrets` with its secret, encrypted and bound to the row. */
export function sealSecret(webhookId: string, secret: string) {
  const id = uuidv7();
  return { id, webhookId, secret: vault().seal(secret, place.webhookSecret(webhookId, id)) };
}

type Row = { id: string; webhookId: string; secret: string };

/**
 * Returns a row with its secret decrypted.
 * @throws Unreadable
 */
export function openSecret<R extends Row>(row: R): R {
  const secret = vault().open(row.secret, place.webhookSecret(row.webhookId, row.id));
  return { ...row, secret };
}
