import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { Lru } from "@/lib/lru";

const prefix = "whsec_";
/** Decoded once, and not with each request. */
const keys = new Lru<string, KeyObject>(5000);

type Signable = {
  /** Every valid secret, newest first. */
  secrets: string[];
  id: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
};

/** The `webhook-signature` header of Standard Webhooks 1.0.0: one signature for each valid secret. */
export function sign({ secrets, id, timestamp, body }: Signable): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${hmac(secret, content)}`).join(" ");
}

export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

function hmac(secret: string, content: string): string {
  return createHmac("sha256", keyOf(secret)).update(content).digest("base64");
}

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const key = createSecretKey(secret.slice(prefix.length), "base64");
  keys.set(secret, key);
  return key;
}
