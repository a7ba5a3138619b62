import { Lru } from "@/lib/lru";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";
import { type SigningKey, signingKey } from "./signing-key";

/**
 * Decrypted keys by stored text. Each entry is valid for one webhook; text copied to another webhook's row must be
 * decrypted there, and fails.
 */
const known = new Lru<string, SigningKey & { webhookId: string }>(5000);

/**
 * Returns the signing keys of a webhook, shared secrets first. Decrypts each once and caches it.
 * @param stored for each valid secret: the row's id, a space and the stored text
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
