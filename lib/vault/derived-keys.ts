import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { env } from "@/lib/env";
import { masterKeysIn } from "./master-keys";

/** A key for one purpose, derived from one of the master keys; `id` is that of the master key. */
export type DerivedKey = { id: string; key: KeyObject };

const known = new Map<string, DerivedKey[]>();

/**
 * Derives a key for a purpose from each master key of this process (HKDF-SHA-256, RFC 5869), in their order: the first
 * signs, all verify. So a master key is replaced without a break, as with encryption.
 */
export function derivedKeys(purpose: string): DerivedKey[] {
  const made = known.get(purpose) ?? derive(env().MASTER_KEY ?? "", purpose);
  known.set(purpose, made);
  return made;
}

/** @param masterKey the setting, already validated */
export function derive(masterKey: string, purpose: string): DerivedKey[] {
  return (masterKeysIn(masterKey) ?? []).map(({ id, key }) => {
    const bytes = hkdfSync("sha256", key, "", `postback ${purpose}`, 32);
    return { id, key: createSecretKey(Buffer.from(bytes)) };
  });
}
