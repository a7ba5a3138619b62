import { uuidv7 } from "uuidv7";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

/** Returns the columns of a row of `alert_receivers` with its secret, encrypted and bound to the row. */
export function sealAlertSecret(secret: string) {
  const id = uuidv7();
  return { id, secret: vault().seal(secret, place.alertSecret(id)) };
}

/**
 * Decrypts the secret of the alert receiver.
 * @throws Unreadable
 */
export function openAlertSecret({ id, secret }: { id: string; secret: string }): string {
  return vault().open(secret, place.alertSecret(id));
}
