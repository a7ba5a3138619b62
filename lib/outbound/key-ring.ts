import { Lru } from "@/lib/lru";
import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";
import { type SigningKey, signingKey } from "./signing-key";

/** Owner of secrets: the account, for a target of one-shot callbacks, else the webhook. */
type Owner = { webhookId: string; secretAccountId?: string | null };
type OwnedKey = SigningKey & { owner: string };
type Ring = { known: Lru<string, OwnedKey>; at: (owner: string, id: string) => string };

/**
 * Decrypted keys by stored text. Each entry is valid for one owner; text copied to the row of another owner must be decrypted there,
 * and fails.
 */
const ringOf = (at: Ring["at"]): Ring => ({ known: new Lru(5000), at });
const ofWebhooks = ringOf(place.webhookSecret);
const ofAccounts = ringOf(place.accountSecret);

/**
 * Returns the signing keys of a webhook, shared secrets first. Decrypts each once and caches it.
 * @param stored for each valid secret: the row's id, a space and the stored text
 * @throws Unreadable
 */
export function signingKeysOf(
  { webhookId, secretAccountId = null }: Owner,
  stored: string[],
): SigningKey[] {
  const ring = secretAccountId === null ? ofWebhooks : ofAccounts;
  const owner = secretAccountId ?? webhookId;
  const keys = stored.map((one) => keyOf(ring, owner, one));
  return keys.length === 1 ? keys : keys.sort(byScheme);
}

function keyOf({ known, at }: Ring, owner: string, stored: string): SigningKey {
  const found = known.get(stored);
  if (found?.owner === owner) return found;
  const [id = "", text = id] = stored.split(" ");
  const key = { ...signingKey(vault().open(text, at(owner, id))), owner };
  known.set(stored, key);
  return key;
}

function byScheme(one: SigningKey, other: SigningKey): number {
  return one.scheme.length - other.scheme.length;
}
