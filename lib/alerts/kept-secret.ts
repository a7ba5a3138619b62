import { uuidv7 } from "uuidv7";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

/** The part of a row of `alert_receivers` that binds the secret to it. */
export function keepAlertSecret(secret: string) {
  const id = uuidv7();
  return { id, secret: vault().seal(secret, place.alertSecret(id)) };
}

/** @throws Unreadable */
export function readAlertSecret({ id, secret }: { id: string; secret: string }): string {
  return vault().open(secret, place.alertSecret(id));
}
