import { createHash, createHmac } from "node:crypto";
import { missingSetting } from "@/lib/missing-setting";
import { type DerivedKey, derivedKeys } from "@/lib/vault/derived-keys";

/** Fingerprints of a request: the first is stored, the others are accepted as well. */
export type Fingerprint = readonly [string, ...string[]];

/**
 * Returns the fingerprints of a request. They are keyed (HMAC-SHA-256), so a reader of the database cannot guess
 * passwords or tokens in a request. While a master key is replaced, fingerprints with the older key are accepted.
 */
export function fingerprintOf(
  text: string,
  keys: readonly DerivedKey[] = derivedKeys("idempotency fingerprints"),
): Fingerprint {
  const [made, ...older] = keys.map(({ id, key }) => {
    const digest = createHmac("sha256", key).update(text).digest("base64url");
    return `${id}:${digest}`;
  });
  if (made === undefined) throw missingSetting("MASTER_KEY");
  return [made, ...older];
}

/** Returns a digest, for values without secrets. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
