import { createHmac, randomBytes, sign as signWith } from "node:crypto";
import type { SigningKey } from "./signing-key";

type Signable = {
  /** One for each valid secret, newest first. */
  keys: SigningKey[];
  id: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
};

/** Returns the `webhook-signature` header of Standard Webhooks 1.0.0: one signature for each key. */
export function sign({ keys, id, timestamp, body }: Signable): string {
  const content = `${id}.${timestamp}.${body}`;
  return keys.map((key) => signatureBy(key, content)).join(" ");
}

/** Returns a new shared secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function signatureBy({ scheme, key }: SigningKey, content: string): string {
  const bytes =
    scheme === "v1"
      ? createHmac("sha256", key).update(content).digest("base64")
      : signWith(null, Buffer.from(content), key).toString("base64");
  return `${scheme},${bytes}`;
}
