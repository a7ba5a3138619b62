import { Lru } from "@/lib/lru";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";
import { type SigningKey, signingKey } from "./signing-key";

/** By webhook and stored text, so that a text moved to another webhook is not found here either. */
const known = new Lru<string, SigningKey>(5000);

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
  const name = `${webhookId} ${stored}`;
  const found = known.get(name);
  if (found) return found;
  const [id = "", text = id] = stored.split(" ");
  const key = signingKey(vault().open(text, place.webhookSecret(webhookId, id)));
  known.set(name, key);
  return key;
}

function byScheme(one: SigningKey, other: SigningKey): number {
  return one.scheme.length - other.scheme.length;
}
