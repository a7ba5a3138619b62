import { Lru } from "@/lib/lru";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";
import { type SigningKey, signingKey } from "./signing-key";

/** By stored text. Each counts for one webhook only: a text that was moved elsewhere has to be opened there. */
const known = new Lru<string, SigningKey & { webhookId: string }>(5000);

/**
 * What requests to a webhook are signed with, decrypted once and not with each request. Shared secrets come first.
 * @param stored the row's id, a space and the text as it is kept, for each valid secret
 * @throws Unreadable
 */
export function signingKeysOf(webhookId: string, stored: string[]): SigningKey[] {
  const keys = stored.map((one) => keyOf(webhookId, one));
  return keys.length === 1 ? keys : keys.sort(byScheme);
}

function keyOf(webhookId: string, stored: string): SigningKey {
  const found = known.get(stored);
  if (found?.webhookId === webhookId) return found;
  const [id = "", text = id] = stored.split(" ");
  const opened = signingKey(vault().open(text, place.webhookSecret(webhookId, id)));
  const key = { ...opened, webhookId };
  known.set(stored, key);
  return key;
}

function byScheme(one: SigningKey, other: SigningKey): number {
  return one.scheme.length - other.scheme.length;
}
